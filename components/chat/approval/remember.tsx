"use client";

import { useId } from "react";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";

export type Remember = "once" | "conversation" | "always";

const isRemember = (value: string): value is Remember =>
  value === "once" || value === "conversation" || value === "always";

/** How long a permission holds. */
export function RememberSelect({
  value,
  onChange,
}: {
  value: Remember;
  onChange: (value: Remember) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center gap-2 text-ink-2">
      <label htmlFor={id} className="shrink-0">
        It may do so
      </label>
      <NativeSelect
        id={id}
        value={value}
        onChange={({ target }) => isRemember(target.value) && onChange(target.value)}
        className="bg-sheet text-ink md:w-48"
      >
        <NativeSelectOption value="once">just this once</NativeSelectOption>
        <NativeSelectOption value="conversation">in this conversation</NativeSelectOption>
        <NativeSelectOption value="always">always</NativeSelectOption>
      </NativeSelect>
    </div>
  );
}
