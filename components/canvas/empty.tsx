import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

/** The table, lit from above. */
export const ground =
  "flex min-w-0 flex-1 flex-col bg-table [background-image:radial-gradient(120%_90%_at_50%_0%,var(--table-lit),var(--table))]";

export function Empty({ bar, className }: { bar?: ReactNode; className?: string }) {
  return (
    <section aria-label="Canvas" className={cn(ground, className)}>
      {bar && <div className="flex h-bar shrink-0 items-center justify-end px-5 max-md:hidden">{bar}</div>}
      <p className="m-auto max-w-72 p-6 text-center text-ui text-balance text-ink-3">
        The canvas is empty. Tables, charts and forms will lie here when the agent makes them.
      </p>
    </section>
  );
}
