"use client";

import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { later } from "@/components/ui/later";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/instructions";
import type { SavedText } from "./api";
import type { useText } from "./use-text";

const Conflict = later(() =>
  import("@/components/client/versions/conflict").then((module) => module.Conflict),
);

const NEAR = 0.9;

type TextEditorProps = {
  label: string;
  placeholder: string;
  text: ReturnType<typeof useText>;
  live: SavedText;
  /** Limit in UTF-16 code units. */
  maxChars: number;
  className?: string;
};

export function TextEditor({ label, placeholder, text, live, maxChars, className }: TextEditorProps) {
  const id = useId();
  const { text: value, isDirty, staleSince, problem, status } = text;
  const isTooLong = value.length > maxChars;
  const isOff = !isDirty || status === "saving" || isTooLong;
  const save = () => !isOff && staleSince === undefined && void text.save();
  return (
    <div
      className={cn(
        "flex min-h-80 flex-1 flex-col overflow-clip rounded-sheet bg-sheet shadow-sheet focus-within:outline-2 focus-within:outline-ink has-[button:focus]:outline-none",
        className,
      )}
    >
      {staleSince !== undefined && (
        <Conflict
          mine={value}
          base={staleSince}
          theirs={{ version: live.version, text: live.content }}
          isProse
          onTheirs={text.discard}
          onMine={() => void text.save({ isOver: true })}
        />
      )}
      <textarea
        aria-label={label}
        aria-describedby={id}
        aria-invalid={isTooLong}
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        onChange={({ target }) => text.change(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          save();
        }}
        className="min-h-60 flex-1 resize-none bg-transparent px-5 py-4 text-prose outline-none max-md:min-h-[50dvh] max-md:px-4"
      />
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-5 py-2.5 max-md:px-4">
        {staleSince === undefined && (
          <Button aria-disabled={isOff} onClick={save}>
            {common("save")}
          </Button>
        )}
        {isDirty && status !== "saving" && (
          <Button variant="ghost" onClick={text.discard}>
            {common("discard")}
          </Button>
        )}
        <p role="status" className="flex min-w-0 gap-1.5 text-ink-2 wrap-anywhere">
          {problem && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />}
          {problem
            ? t("notSavedProblem", { problem })
            : status === "saving"
              ? common("saving")
              : status === "saved"
                ? t("savedAsVersion", { version: live.version })
                : isDirty
                  ? common("notSaved")
                  : t("version", { version: live.version })}
        </p>
        <div className="ml-auto flex items-center gap-2">
          <p
            id={id}
            className={cn(
              "flex items-center gap-1.5 text-meta text-ink-3 tabular-nums",
              isTooLong && "text-danger",
            )}
          >
            {isTooLong && <CircleAlert aria-hidden className="size-3.5" />}
            {isTooLong
              ? t("tooManyChars", { over: value.length - maxChars })
              : value.length >= maxChars * NEAR
                ? t("charsOfMax", { count: value.length, max: maxChars })
                : t("chars", { count: value.length })}
          </p>
          <CopyButton text={() => value} label={t("copyText")} />
        </div>
      </div>
    </div>
  );
}
