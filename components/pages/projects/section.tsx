import { type ReactNode, useId } from "react";

type SectionProps = { title: string; action?: ReactNode; children: ReactNode };

/** A titled part of the page. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <header className="flex min-h-8 items-center gap-2 max-md:px-1">
        <h2 id={id} className="flex-1 font-medium">
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}

export const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="text-ink-3 max-md:px-1">{children}</p>
);
