"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { t } from "@/lib/shared/i18n/en/kit";

type RenameFieldProps = {
  title: string;
  label?: string;
  /** Receives the new title, or undefined if the user cancelled or did not change it. */
  onDone: (title: string | undefined) => void;
  className?: string;
};

const MAX_CHARS = 200;

export function RenameField({ title, label = t("renameConversation"), onDone, className }: RenameFieldProps) {
  const [text, setText] = useState(title);
  // Unmounting the field triggers another blur.
  const isDone = useRef(false);
  const finish = (entered: string | undefined) => {
    if (isDone.current) return;
    isDone.current = true;
    const next = entered?.trim();
    onDone(next && next !== title ? next : undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") finish(text);
    else if (event.key === "Escape") finish(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user has just asked to type here
      autoFocus
      type="text"
      data-escape
      aria-label={label}
      value={text}
      maxLength={MAX_CHARS}
      autoComplete="off"
      enterKeyHint="done"
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(text)}
      className={cn(
        "h-8 w-full min-w-0 rounded-in border border-ink bg-sheet px-1.75 text-field text-ink outline-none max-md:h-11",
        "shadow-[inset_0_0_0_0.5px_var(--ink),0_0_0_3px_var(--fill-press)]",
        className,
      )}
    />
  );
}
