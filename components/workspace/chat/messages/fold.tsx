"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useOpened } from "../use-opened";

export function Fold({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group/fold"
    >
      <summary className="flex min-h-6 list-none items-center gap-1 text-meta text-ink-2 hover:text-ink max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open/fold:rotate-90" />
        {label}
      </summary>
      {isOpen && children}
    </details>
  );
}

type FoldLineProps = {
  id: string;
  label: string;
  about: string;
  children: ReactNode;
};

export function FoldLine({ id, label, about, children }: FoldLineProps) {
  const { isOpen, details } = useOpened(id);
  return (
    <details {...details} className="group/line text-ui">
      <summary className="flex min-h-8 list-none items-center gap-3 text-meta text-ink-2 hover:text-ink max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <span aria-hidden className="h-px flex-1 bg-line-strong" />
        <span className="flex min-w-0 items-center gap-1.5">
          <span className="truncate">{label}</span>
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-ink-3 transition-transform group-open/line:rotate-180"
          />
        </span>
        <span aria-hidden className="h-px flex-1 bg-line-strong" />
      </summary>
      {isOpen && (
        <section
          aria-label={about}
          className="mt-2 flex flex-col gap-3 rounded-sheet border border-line bg-fill-hover px-3.5 py-3"
        >
          {children}
        </section>
      )}
    </details>
  );
}
