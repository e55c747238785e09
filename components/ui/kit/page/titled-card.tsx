import type { ReactNode } from "react";

type TitledCardProps = {
  /** Fragment of the address that scrolls to the card. */
  id?: string;
  title: string;
  about?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
};

export function TitledCard({ id, title, about, action, children }: TitledCardProps) {
  return (
    <section id={id} className="scroll-mt-6 min-w-0 rounded-sheet bg-sheet shadow-sheet">
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
