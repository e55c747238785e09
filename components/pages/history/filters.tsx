"use client";

import type { KeyboardEvent } from "react";
import { LOOKS } from "@/components/client/versions/kinds";
import { cn } from "@/components/ui/cn";
import { usePageHref } from "@/components/ui/kit/agent-base";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/history";
import { KINDS } from "@/lib/shared/kinds";
import type { Filter } from "./api";
import { hrefOf } from "./history-url";

type FiltersProps = { filter: Filter; onFilter: (filter: Filter) => void };

export function Filters({ filter, onFilter }: FiltersProps) {
  const pageHref = usePageHref();
  return (
    <nav aria-label={t("kinds")}>
      <div
        role="toolbar"
        aria-label={t("kinds")}
        onKeyDown={moveFocus}
        className="-mx-1.5 flex flex-wrap gap-0.5 max-md:flex-nowrap max-md:gap-0 max-md:overflow-x-auto"
      >
        {[undefined, ...KINDS].map((kind) => {
          const isChosen = filter.kind === kind;
          return (
            <a
              key={kind ?? "all"}
              href={pageHref(hrefOf({ kind, author: filter.author }))}
              aria-current={isChosen ? "true" : undefined}
              tabIndex={isChosen ? 0 : -1}
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
              {kind ? LOOKS[kind].all : common("all")}
            </a>
          );
        })}
      </div>
    </nav>
  );
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The toolbar is one tab stop, at the chosen kind. Arrow keys move within it. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll("a")];
  const at = links.findIndex((link) => link.matches(":focus"));
  const step = STEPS[event.key];
  if (at < 0 || !step) return;
  event.preventDefault();
  links[step(at, links.length)]?.focus();
}
