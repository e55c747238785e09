"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Weight } from "./weight";

type FoldProps = {
  title: ReactNode;
  note?: string;
  tokens: number;
  of: number;
  children: () => ReactNode;
};

/** A part that opens to its text, which is made only when it is looked at. */
export function Fold({ title, note, tokens, of, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group/fold border-line border-t first:border-t-0"
    >
      <summary className="flex min-h-9 list-none items-center gap-2.5 px-5 py-1 transition-colors hover:bg-fill-hover max-md:min-h-11 max-md:px-4 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-ink-3 transition-transform group-open/fold:rotate-90"
        />
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {note && <span className="shrink-0 text-meta text-ink-3 max-md:hidden">{note}</span>}
        <Weight tokens={tokens} of={of} />
      </summary>
      {isOpen && (
        <div className="flex flex-col gap-3 bg-fill-hover py-3 pr-5 pl-11.5 max-md:px-4">{children()}</div>
      )}
    </details>
  );
}
