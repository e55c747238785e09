"use client";

import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { attachHere } from "@/components/client/attach-file";
import { onFill } from "@/components/client/fill-composer";
import { useCommands } from "@/components/ui/kit/commands";
import { later } from "@/components/ui/later";
import type { StoredFile } from "@/lib/shared/files";
import { t } from "@/lib/shared/i18n/en/chatFiles";
import type { ResourcePickerProps } from "./resource-picker";

const ResourcePicker = later<ResourcePickerProps>(() =>
  import("./resource-picker").then((module) => module.ResourcePicker),
);

/** Matches `@server:` at the end of the message. */
const NAMED = /(?:^|\s)@(?<server>[a-z0-9][a-z0-9_-]{0,31}):$/i;

type FromServerProps = {
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
};

/**
 * Inserts prompts of MCP servers into the message, and attaches resources, which are chosen from the palette or by
 * typing `@server:`.
 */
export function FromServer({ text, field, onChange }: FromServerProps) {
  const [isAsked, setIsAsked] = useState(false);
  const [declined, setDeclined] = useState<string>();
  const named = text === declined ? undefined : NAMED.exec(text)?.groups?.server?.toLowerCase();
  useCommands([
    {
      id: "resource",
      label: t("attachFromServer"),
      group: "Here",
      keywords: ["resource", "file", "add"],
      run: () => setIsAsked(true),
    },
  ]);
  const onPrompt = useEffectEvent((prompt: string) => {
    onChange([text.trim(), prompt].filter(Boolean).join("\n\n"));
    field.current?.focus();
  });
  useEffect(() => onFill(onPrompt), []);
  if (!isAsked && named === undefined) return null;
  const take = (files: readonly StoredFile[]) => {
    for (const file of files) attachHere(file);
    if (named !== undefined) onChange(text.slice(0, text.lastIndexOf("@")));
  };
  return (
    <ResourcePicker
      server={isAsked ? undefined : named}
      onTake={take}
      onClose={() => {
        setIsAsked(false);
        setDeclined(text);
      }}
      onClosed={() => field.current?.focus()}
    />
  );
}
