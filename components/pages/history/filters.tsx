"use client";

import { LOOKS } from "@/components/client/versions/kinds";
import { cn } from "@/components/ui/cn";
import { usePageHref } from "@/components/ui/kit/agent-base";
import { KINDS } from "@/lib/shared/kinds";
import type { Filter } from "./api";
import { hrefOf } from "./history-url";

type FiltersProps = { filter: Filter; onFilter: (filter: Filter) => void };

export function Filters({ filter, onFilter }: FiltersProps) {
  const pageHref = usePageHref();
  return (
    <nav
      aria-label="Kinds"
      className="-mx-1.5 flex flex-wrap gap-0.5 max-md:flex-nowrap max-md:gap-0 max-md:overflow-x-auto"
    >
      {[undefined, ...KINDS].map((kind) => {
        const isChosen = filter.kind === kind;
        return (
          <a
            key={kind ?? "all"}
            href={pageHref(hrefOf({ kind, author: filter.author }))}
            aria-current={isChosen ? "true" : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              onFilter({ kind, author: filter.author });
            }}
            className={cn(
              "flex h-7 shrink-0 items-center rounded-in px-1.5 text-ink-2 -outline-offset-2 transition-colors hover:bg-fill-hover hover:text-ink max-md:h-10",
              isChosen && "bg-fill-press font-medium text-ink hover:bg-fill-press",
            )}
          >
            {kind ? LOOKS[kind].all : "All"}
          </a>
        );
      })}
    </nav>
  );
}
