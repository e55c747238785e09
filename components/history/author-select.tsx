"use client";

import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { AUTHORS } from "@/lib/shared/history";
import type { Filter } from "./api";
import { BY } from "./words";

type AuthorSelectProps = { filter: Filter; onFilter: (filter: Filter) => void };

/** What everybody wrote, or only one of them. */
export const AuthorSelect = ({ filter: { kind, name, author }, onFilter }: AuthorSelectProps) => (
  <NativeSelect
    aria-label="Changed by"
    value={author ?? ""}
    onChange={({ target }) => onFilter({ kind, name, author: AUTHORS.find((one) => one === target.value) })}
  >
    <NativeSelectOption value="">By anyone</NativeSelectOption>
    {AUTHORS.map((one) => (
      <NativeSelectOption key={one} value={one}>
        {BY[one]}
      </NativeSelectOption>
    ))}
  </NativeSelect>
);
