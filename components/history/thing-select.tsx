"use client";

import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import type { ThingSummary } from "@/lib/shared/gist";
import type { Filter } from "./api";
import { isSingle, LOOKS } from "./kinds";

type ThingSelectProps = {
  things: readonly ThingSummary[];
  filter: Filter;
  onFilter: (filter: Filter) => void;
};

/** Of several things of one kind, one. */
export function ThingSelect({ things, filter: { kind, name, author }, onFilter }: ThingSelectProps) {
  if (kind === undefined || isSingle(kind)) return null;
  const all = LOOKS[kind].all.toLowerCase();
  const listed = things.filter((thing) => thing.kind === kind);
  const isListed = listed.some((thing) => thing.name === name);
  if (listed.length < 2 && name === undefined) return null;
  return (
    <NativeSelect
      aria-label={kind === "state" ? "One key of the state" : `One of the ${all}`}
      value={name ?? ""}
      onChange={({ target }) => onFilter({ kind, name: target.value || undefined, author })}
    >
      <NativeSelectOption value="">{kind === "state" ? "All keys" : `All ${all}`}</NativeSelectOption>
      {name !== undefined && !isListed && <NativeSelectOption value={name}>{name}</NativeSelectOption>}
      {listed.map(({ name, deleted }) => (
        <NativeSelectOption key={name} value={name}>
          {name}
          {deleted && " (deleted)"}
        </NativeSelectOption>
      ))}
    </NativeSelect>
  );
}
