"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { historyOf } from "@/components/client/events";
import { LOOKS, titleOf } from "@/components/client/versions/kinds";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/history";
import type { Kind } from "@/lib/shared/kinds";
import { isSingle } from "@/lib/shared/kinds";
import type { ItemSummary } from "@/lib/shared/memory/summary";
import { type Filter, readItems } from "./api";

type ItemSelectProps = {
  items: readonly ItemSummary[];
  filter: Filter;
  onFilter: (filter: Filter) => void;
};

export function ItemSelect({ items, filter: { kind, name, author }, onFilter }: ItemSelectProps) {
  const listed = useItems(items, kind);
  if (kind === undefined || isSingle(kind)) return null;
  const isListed = listed.some((item) => item.name === name);
  if (listed.length < 2 && name === undefined) return null;
  return (
    <NativeSelect
      aria-label={LOOKS[kind].all}
      value={name ?? ""}
      onChange={({ target }) => onFilter({ kind, name: target.value || undefined, author })}
    >
      <NativeSelectOption value="">{common("all")}</NativeSelectOption>
      {name !== undefined && !isListed && (
        <NativeSelectOption value={name}>{titleOf({ kind, name })}</NativeSelectOption>
      )}
      {listed.map(({ name, title, deleted }) => (
        <NativeSelectOption key={name} value={name}>
          {deleted
            ? t("deletedItem", { title: titleOf({ kind, name, title }) })
            : titleOf({ kind, name, title })}
        </NativeSelectOption>
      ))}
    </NativeSelect>
  );
}

/**
 * Loads the items of a kind once the user selects it. Returns no items on failure, because the timeline
 * reports the error.
 */
function useItems(initial: readonly ItemSummary[], kind: Kind | undefined): readonly ItemSummary[] {
  const isWanted = kind !== undefined && !isSingle(kind);
  const { data = [] } = useQuery({
    queryKey: ["history", "items", kind],
    queryFn: isWanted ? ({ signal }) => readItems(kind, signal) : skipToken,
    initialData: initial.some((item) => item.kind === kind) ? [...initial] : undefined,
    meta: { outdatedBy: (change) => historyOf(change)?.kind === kind },
  });
  return isWanted ? data : [];
}
