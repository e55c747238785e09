"use client";

import { useId } from "react";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";

export type Remember = "once" | "conversation" | "always";

const isRemember = (value: string): value is Remember =>
  value === "once" || value === "conversation" || value === "always";

type RememberSelectProps = {
  value: Remember;
  onChange: (value: Remember) => void;
  /** The agent can rewrite it. */
  isOwn: boolean;
};

/** How long a permission holds. */
export function RememberSelect({ value, onChange, isOwn }: RememberSelectProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1 text-ink-2">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="shrink-0">
          It may do so
        </label>
        <NativeSelect
          id={id}
          value={value}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => isRemember(target.value) && onChange(target.value)}
          className="bg-sheet text-ink md:w-48"
        >
          <NativeSelectOption value="once">just this once</NativeSelectOption>
          <NativeSelectOption value="conversation">in this conversation</NativeSelectOption>
          <NativeSelectOption value="always">always</NativeSelectOption>
        </NativeSelect>
      </div>
      {isOwn && value !== "once" && (
        <p id={`${id}-hint`} className="text-meta">
          Until the agent rewrites the tool: then it asks again.
        </p>
      )}
    </div>
  );
}
