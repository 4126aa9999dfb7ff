import type { ReactNode } from "react";
import { useEffect } from "react";
import { Card } from "../../components/page.tsx";

/** What a page looks like before anybody has signed in. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Stela`;
  }, [title]);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 p-4">
      <div className="flex items-center gap-2.5">
        <img src="/icon.svg" alt="" className="size-8" />
        <span className="text-xl font-semibold tracking-tight">Stela</span>
      </div>
      <Card className="w-full max-w-sm p-6">
        <h1 className="mb-4 text-base font-semibold">{title}</h1>
        {children}
      </Card>
      <p className="max-w-sm text-center text-muted">
        What your agents remember, who put it there, and how to put it right.
      </p>
    </main>
  );
}
