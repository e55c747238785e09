"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";

/** A part of a result that is made only when it is opened. */
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
