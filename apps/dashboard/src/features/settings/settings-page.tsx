import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Page } from "../../components/page.tsx";

const SIDES = [
  { to: "/settings/keys", label: "Keys" },
  { to: "/settings/members", label: "Members" },
  { to: "/settings/containers", label: "Containers" },
  { to: "/settings/organization", label: "Organization" },
  { to: "/settings/account", label: "Account" },
] as const;

/** What is around each of the settings' sides. */
export function SettingsPage() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone they are wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another side
  useEffect(() => {
    nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <Page title="Settings">
      <nav ref={nav} aria-label="Settings" className="flex gap-1 overflow-x-auto border-b border-line">
        {SIDES.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            search={{}}
            activeOptions={{ includeSearch: false }}
            className="border-b-2 border-transparent px-3 py-1.5 whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </Page>
  );
}
