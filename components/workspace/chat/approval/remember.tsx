"use client";

import { useId } from "react";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";

export type Remember = "once" | "conversation" | "always";

const isRemember = (value: string): value is Remember =>
  value === "once" || value === "conversation" || value === "always";

const AFTER_WEB: Record<Remember, string> = {
  once: "",
  conversation: "No matter what it reads here from now on.",
  always: "No matter what it has read. You can change this under Tools.",
};

type RememberSelectProps = {
  value: Remember;
  onChange: (value: Remember) => void;
  isOwn: boolean;
  /** True if the call needs approval because the conversation has read web content. */
  isAfterWeb: boolean;
};

export function RememberSelect({ value, onChange, isOwn, isAfterWeb }: RememberSelectProps) {
  const id = useId();
  const hints = [
    ...(isAfterWeb ? [AFTER_WEB[value]] : []),
    ...(isOwn ? ["Until the agent rewrites the tool: then it asks again."] : []),
  ];
  return (
    <div className="flex flex-col gap-1 text-ink-2">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="shrink-0">
          It may do so
        </label>
        <div className="min-w-0 grow md:w-48 md:grow-0">
          <NativeSelect
            id={id}
            value={value}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => isRemember(target.value) && onChange(target.value)}
            className="bg-sheet text-ink"
          >
            <NativeSelectOption value="once">just this once</NativeSelectOption>
            <NativeSelectOption value="conversation">in this conversation</NativeSelectOption>
            <NativeSelectOption value="always">always</NativeSelectOption>
          </NativeSelect>
        </div>
      </div>
      {value !== "once" && hints.length > 0 && (
        <p id={`${id}-hint`} className="text-meta">
          {hints.join(" ")}
        </p>
      )}
    </div>
  );
}
