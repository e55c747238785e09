"use client";

import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { failureText } from "@/components/client/failure";
import type { Older } from "@/components/client/paged-list";
import { SearchField } from "@/components/client/shell/palette/search-field";
import { Button } from "@/components/ui/button";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Sayings } from "@/components/ui/kit/sayings";
import { Skeleton } from "@/components/ui/skeleton";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { FILTERS, type Filter } from "./memory-url";
import type { Counts } from "./use-entries";

type MemoryListProps = {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  text: string;
  onText: (text: string) => void;
  counts: Counts | undefined;
  toCheck: number;
  /** Undefined while loading. */
  rows: readonly ReactNode[] | undefined;
  isSearching: boolean;
  error: Error | null;
  onRetry: () => void;
  older: Older | undefined;
  onNew: () => void;
};

export function MemoryList(props: MemoryListProps) {
  const { filter, onFilter, text, onText, counts, toCheck, rows, isSearching, error, onRetry, older, onNew } =
    props;
  const isEmpty = counts?.all === 0 && !isSearching && rows?.length === 0;
  return (
    <section aria-label="Memories" className="min-w-0 rounded-sheet bg-sheet shadow-sheet">
      <div className="flex min-h-14 items-center justify-between gap-3 px-4 py-3">
        {isEmpty ? <p>{EMPTY}</p> : <SearchField label="Search memory" text={text} onText={onText} />}
        <Button variant="outline" aria-haspopup="dialog" onClick={onNew}>
          <Plus aria-hidden />
          New
        </Button>
      </div>
      {!isEmpty && <Filters {...{ filter, onFilter, counts, toCheck }} />}
      <p role="status" className="sr-only">
        {isSearching && rows && `${rows.length} found`}
      </p>
      {rows && rows.length > 0 ? (
        <ul aria-label="Memory" className="divide-y divide-line border-line border-t">
          {rows}
        </ul>
      ) : rows ? (
        isEmpty ? (
          <Sayings sayings={SAYINGS} />
        ) : (
          <p className="px-4 pt-1 pb-4 text-ink-2 wrap-anywhere">
            {isSearching ? `Nothing matches “${text.trim()}”.` : NONE[filter]}
          </p>
        )
      ) : error ? (
        <LoadFailure className="px-4 pb-4" onRetry={onRetry}>
          Could not load memory. {failureText(error)}
        </LoadFailure>
      ) : (
        <div className="flex flex-col gap-2 p-4 pt-1">
          {["first", "second", "third"].map((row) => (
            <Skeleton key={row} className="h-17" />
          ))}
        </div>
      )}
      {older && rows && (
        <div className="border-line border-t px-4 py-3">
          <Button variant="outline" aria-disabled={older.isBusy} onClick={() => older.load()}>
            {older.error ? "Not loaded. Try again" : "Show more"}
          </Button>
        </div>
      )}
    </section>
  );
}

const TITLES: Record<Filter, string> = {
  ...{ all: "All", mind: "Always in mind", blocks: "Blocks" },
  ...{ facts: "Facts", archive: "Archive", check: "To check" },
};

const NONE: Record<Filter, string> = {
  all: "Nothing is remembered yet.",
  mind: "Nothing is always in mind. Use the switch of a memory.",
  blocks: "No blocks yet. Blocks are notes the agent always sees.",
  facts: "No facts yet. The agent looks up facts when they are relevant.",
  archive: "The archive is empty. It has longer texts, which the agent searches when needed.",
  check: "Nothing to check: no facts contradict each other.",
};

const EMPTY = "Nothing is remembered yet. Tell the agent, for example:";

const SAYINGS = [
  "Remember that I am allergic to peanuts, and why I told you.",
  "Keep a block about my garden project, and add to it as we go.",
  "What do you know about me, and where do you know it from?",
];

type FiltersProps = Pick<MemoryListProps, "filter" | "onFilter" | "counts" | "toCheck">;

function Filters({ filter, onFilter, counts, toCheck }: FiltersProps) {
  const shown = FILTERS.filter((one) => one !== "check" || toCheck > 0 || filter === "check");
  const countOf = (one: Filter) => (one === "check" ? toCheck : counts?.[one]);
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 px-4 pb-2">
      <div className="max-w-full overflow-x-auto">
        <ToggleGroup
          type="single"
          aria-label="Kind"
          value={filter}
          onValueChange={(chosen) => onFilter(FILTERS.find((one) => one === chosen) ?? filter)}
        >
          {shown.map((one) => (
            <ToggleGroupItem key={one} value={one} className="gap-1.5 whitespace-nowrap">
              {TITLES[one]}
              <span className="min-w-2 text-ink-3 tabular-nums">{countOf(one)?.toLocaleString("en")}</span>
            </ToggleGroupItem>
          ))}
        </ToggleGroup>
      </div>
      <p aria-hidden className="ml-auto pr-9 text-meta text-ink-3 max-md:pr-12">
        Always in mind
      </p>
    </div>
  );
}
