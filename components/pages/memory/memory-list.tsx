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
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import { KIND_LABELS } from "./labels";
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
    <section aria-label={t("memories")} className="min-w-0 rounded-sheet bg-sheet shadow-sheet">
      <div className="flex min-h-14 items-center justify-between gap-3 px-4 py-3">
        {isEmpty ? (
          <p>{`${t("nothingYet")} ${t("tellTheAgent")}`}</p>
        ) : (
          <SearchField label={t("searchMemory")} text={text} onText={onText} />
        )}
        <Button variant="outline" aria-haspopup="dialog" onClick={onNew}>
          <Plus aria-hidden />
          {t("new")}
        </Button>
      </div>
      {!isEmpty && <Filters {...{ filter, onFilter, counts, toCheck }} />}
      <p role="status" className="sr-only">
        {isSearching && rows && t("found", { count: rows.length })}
      </p>
      {rows && rows.length > 0 ? (
        <ul aria-label={common("memory")} className="divide-y divide-line border-line border-t">
          {rows}
        </ul>
      ) : rows ? (
        isEmpty ? (
          <Sayings sayings={[t("sayingAllergy"), t("sayingBlock"), t("sayingKnown")]} />
        ) : (
          <p className="px-4 pt-1 pb-4 text-ink-2 wrap-anywhere">
            {isSearching ? t("nothingMatches", { text: text.trim() }) : NONE[filter]}
          </p>
        )
      ) : error ? (
        <LoadFailure className="px-4 pb-4" onRetry={onRetry}>
          {t("loadError", { error: failureText(error) })}
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
            {older.error ? common("tryAgain") : common("showMore")}
          </Button>
        </div>
      )}
    </section>
  );
}

const TITLES: Record<Filter, string> = {
  get all() {
    return common("all");
  },
  get mind() {
    return t("alwaysInMind");
  },
  get blocks() {
    return t("blocks");
  },
  get facts() {
    return t("facts");
  },
  get archive() {
    return t("archive");
  },
  get check() {
    return t("toCheck");
  },
};

const NONE: Record<Filter, string> = {
  get all() {
    return t("nothingYet");
  },
  get mind() {
    return t("nothingYet");
  },
  get blocks() {
    return `${t("noBlocks")} ${KIND_LABELS.block.about}`;
  },
  get facts() {
    return `${t("noFacts")} ${KIND_LABELS.fact.about}`;
  },
  get archive() {
    return `${t("emptyArchive")} ${KIND_LABELS.archive.about}`;
  },
  get check() {
    return t("nothingToCheck");
  },
};

type FiltersProps = Pick<MemoryListProps, "filter" | "onFilter" | "counts" | "toCheck">;

function Filters({ filter, onFilter, counts, toCheck }: FiltersProps) {
  const shown = FILTERS.filter((one) => one !== "check" || toCheck > 0 || filter === "check");
  const countOf = (one: Filter) => {
    const count = one === "check" ? toCheck : counts?.[one];
    return count === undefined ? undefined : t("count", { count });
  };
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 px-4 pb-2">
      <div className="max-w-full overflow-x-auto">
        <ToggleGroup
          type="single"
          aria-label={common("kind")}
          value={filter}
          onValueChange={(chosen) => onFilter(FILTERS.find((one) => one === chosen) ?? filter)}
        >
          {shown.map((one) => (
            <ToggleGroupItem key={one} value={one} className="gap-1.5 whitespace-nowrap">
              {TITLES[one]}
              <span className="min-w-2 text-ink-3 tabular-nums">{countOf(one)}</span>
            </ToggleGroupItem>
          ))}
        </ToggleGroup>
      </div>
      <p aria-hidden className="ml-auto pr-9 text-meta text-ink-3 max-md:pr-12">
        {t("alwaysInMind")}
      </p>
    </div>
  );
}
