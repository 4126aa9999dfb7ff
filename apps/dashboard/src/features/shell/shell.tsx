import { Link, Outlet } from "@tanstack/react-router";
import { ThemeButton } from "../../components/theme-menu.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { NAVIGATION } from "./navigation.ts";
import { OrganizationMenu } from "./organization-menu.tsx";

/** What is around every page: the organization, the pages, who one is. Beside the page on a wide screen, above and below it on a phone. */
export function Shell() {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] md:grid-cols-[13.5rem_1fr] md:grid-rows-[auto_1fr]">
      <a
        href="#page"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2"
      >
        Skip to the page
      </a>
      <header className="col-span-full flex items-center gap-2 border-b border-line bg-surface px-3 py-1.5">
        <Link
          to="/"
          aria-label="Stela, overview"
          className="flex items-center gap-2 rounded px-1 font-semibold tracking-tight"
        >
          <img src="/icon.svg" alt="" className="size-6" />
          <span className="hidden sm:inline">Stela</span>
        </Link>
        <span aria-hidden="true" className="text-line-strong">
          /
        </span>
        <OrganizationMenu />
        <span className="grow" />
        <ThemeButton />
        <AccountMenu />
      </header>
      <nav
        aria-label="Pages"
        className="order-last flex justify-around border-t border-line bg-surface md:order-none md:flex-col md:justify-start md:gap-0.5 md:border-t-0 md:border-r md:p-2"
      >
        {NAVIGATION.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === "/" }}
            className="flex flex-1 flex-col items-center gap-0.5 rounded-md px-1 py-1.5 text-muted hover:bg-raised hover:text-ink md:flex-none md:flex-row md:gap-2.5 md:px-2.5 md:py-1.5 data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent"
          >
            <Icon className="size-4.5 md:size-4" aria-hidden="true" />
            <span className="text-[0.69rem] md:text-sm">{label}</span>
          </Link>
        ))}
      </nav>
      <main id="page" className="min-w-0 overflow-x-clip">
        <Outlet />
      </main>
    </div>
  );
}
