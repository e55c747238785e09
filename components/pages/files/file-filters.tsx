"use client";

import { Search } from "lucide-react";
import { Input } from "@/components/ui/input";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { ENTRY_KINDS, type EntryKind, type FileEntries } from "@/lib/shared/file-entries";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/files";
import { formatTag } from "@/lib/shared/i18n/locale";
import { KIND_TITLES } from "./titles";

type FileFiltersProps = {
  kind: EntryKind | undefined;
  q: string;
  /** Undefined while loading. */
  counts: FileEntries["counts"];
  onKind: (kind: EntryKind | undefined) => void;
  onText: (q: string) => void;
};

const ALL = "all";

export function FileFilters({ kind, q, counts, onKind, onText }: FileFiltersProps) {
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const options = [
    { value: ALL, title: common("all"), count: total },
    ...ENTRY_KINDS.map((one) => ({ value: one, title: KIND_TITLES[one], count: counts?.[one] })),
  ];
  return (
    <div className="flex items-center justify-between gap-x-6 gap-y-3 max-lg:flex-col max-lg:items-stretch">
      <div className="-mx-2 overflow-x-auto px-2 max-md:-mx-3 max-md:px-3">
        <ToggleGroup
          type="single"
          variant="default"
          size="sm"
          spacing={0.5}
          aria-label={common("kind")}
          value={kind ?? ALL}
          onValueChange={(value) =>
            // Pressing the chosen kind again returns an empty value.
            value !== "" && onKind(ENTRY_KINDS.find((one) => one === value))
          }
        >
          {options.map(({ value, title, count }) => (
            <ToggleGroupItem key={value} value={value} className="shrink-0 gap-1.5 phone:h-11 phone:px-3">
              {title}{" "}
              <span className="text-meta text-ink-3 tabular-nums">{count?.toLocaleString(formatTag())}</span>
            </ToggleGroupItem>
          ))}
        </ToggleGroup>
      </div>
      <search className="relative min-w-0 shrink-0 lg:w-64">
        <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
        <Input
          type="search"
          aria-label={t("searchFiles")}
          placeholder={common("search")}
          value={q}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={({ key }) => key === "Escape" && onText("")}
          className="pl-8"
        />
      </search>
    </div>
  );
}
