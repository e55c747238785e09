import type { ReactNode } from "react";
import { PageBar } from "@/components/ui/kit/page-bar";

/** Of what the settings' pages are about. */
export const CONTENT = "content";

/** The table, as under the canvas. */
export const ground = [
  "outline-none",
  "relative min-w-0 flex-1 overflow-y-auto bg-table bg-fixed print:overflow-visible",
  "[background-image:radial-gradient(120%_90%_at_50%_0%,var(--table-lit),var(--table))]",
].join(" ");

type SettingsPageProps = { title: string; about: ReactNode; children: ReactNode };

/** One page of the settings: where one is, what it is for, and its sheets. */
export function SettingsPage({ title, about, children }: SettingsPageProps) {
  return (
    <main id={CONTENT} tabIndex={-1} className={ground}>
      <PageBar parent={{ href: "/settings", title: "Settings" }}>{title}</PageBar>
      <div className="flex max-w-200 flex-col gap-6 px-7 pt-2 pb-16 max-md:px-3 max-md:pt-5">
        <header className="flex flex-col gap-1 max-md:px-1">
          <h1 className="text-title font-strong">{title}</h1>
          <p className="text-ui text-balance text-ink-2">{about}</p>
        </header>
        {children}
      </div>
    </main>
  );
}

type CardProps = { title: string; about?: ReactNode; action?: ReactNode; children: ReactNode };

/** A sheet with settings that belong together. */
export function Card({ title, about, action, children }: CardProps) {
  return (
    <section className="min-w-0 rounded-sheet bg-sheet shadow-sheet">
      <header className="flex items-start gap-x-3 px-5 pt-4 max-md:px-4">
        <div className="min-w-0 flex-1">
          <h2 className="text-prose font-medium">{title}</h2>
          {about && <p className="text-ui text-ink-2">{about}</p>}
        </div>
        {action}
      </header>
      <div className="p-5 pt-4 max-md:p-4">{children}</div>
    </section>
  );
}
