"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Changes } from "@/components/client/versions/changes";
import { lookOf, titleOf } from "@/components/client/versions/kinds";
import type { useChangesOf } from "@/components/client/versions/use-version-changes";
import { VersionsWait } from "@/components/client/versions/versions-wait";
import { cn } from "@/components/ui/cn";
import type { ImportKind } from "@/lib/shared/import";

type ItemRowProps = {
  item: { kind: ImportKind; name: string; title?: string };
  label: string;
  /** A control before the row, and a remark below it. */
  lead?: ReactNode;
  remark?: ReactNode;
  /** Expanded content. Without it the row cannot be expanded. */
  children?: ReactNode;
};

export function ItemRow({ item, label, lead, remark, children }: ItemRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const row = cn("flex min-h-11 w-full min-w-0 items-center gap-2.5 px-4 py-1.5 text-left", lead && "pl-2");
  const Icon = lookOf(item.kind).icon;
  const inside = (
    <>
      <ChevronRight
        aria-hidden
        className={cn(
          "size-4 shrink-0 text-ink-3 transition-transform",
          isOpen && "rotate-90",
          !children && "invisible",
        )}
      />
      <Icon aria-hidden className="size-4 shrink-0 text-ink-2" />
      <span className="flex min-w-0 flex-1 items-center justify-between gap-x-3 max-md:flex-col max-md:items-start">
        <span className={cn("max-w-full truncate font-medium", titleOf(item) === item.name && "font-mono")}>
          {titleOf(item)}
        </span>
        <span className="shrink-0 text-meta text-ink-2 tabular-nums">{label}</span>
      </span>
    </>
  );
  return (
    <li>
      <div className="flex items-center">
        {lead}
        {children ? (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            className={cn(row, "-outline-offset-2 transition-colors hover:bg-fill-hover")}
          >
            {inside}
          </button>
        ) : (
          <div className={row}>{inside}</div>
        )}
      </div>
      {remark}
      {isOpen && children}
    </li>
  );
}

type DifferenceProps = ReturnType<typeof useChangesOf> & { lead?: string };

export function Difference({ changes, problem, again, lead }: DifferenceProps) {
  if (changes)
    return (
      <div className="border-line border-t">
        <Changes changes={changes} lead={lead} />
      </div>
    );
  return (
    <div className="p-4">
      <VersionsWait problem={problem} onAgain={again} />
    </div>
  );
}
