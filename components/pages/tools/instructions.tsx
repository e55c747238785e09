"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/tools";
import { hidden } from "./hidden";

type InstructionsProps = {
  title: string;
  /** The default instructions. The agent reads them before the user's. */
  prompt?: string;
  instructions: string;
  maxChars: number;
  onSave: (instructions: string) => void;
};

/** Shows the default instructions of a toolset or tool and edits the user's additions. */
export function Instructions({ title, prompt, instructions, maxChars, onSave }: InstructionsProps) {
  const id = useId();
  const [text, setText] = useState<string>();
  const save = () => {
    if (text === undefined) return;
    setText(undefined);
    if (text.trim() !== instructions) onSave(text.trim());
  };
  return (
    <div className="flex flex-col gap-2">
      {prompt && (
        <p className="max-w-prose text-ink-2 wrap-anywhere">
          <span className="text-ink-3">{t("defaults")} </span>
          {prompt}
        </p>
      )}
      {text === undefined ? (
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          {instructions && (
            <p className="max-w-prose whitespace-pre-wrap text-ink wrap-anywhere">
              <span className="text-ink-3">{t("yours")} </span>
              {instructions}
            </p>
          )}
          <Button variant="link" className="font-normal" onClick={() => setText(instructions)}>
            {instructions ? t("change") : t("addInstructions")}
          </Button>
          {instructions && (
            <Button variant="link" className="font-normal" onClick={() => onSave("")}>
              {t.rich("removeInstructions", { hidden, title })}
            </Button>
          )}
        </div>
      ) : (
        <form
          className="flex max-w-prose flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <label htmlFor={id} className="font-medium">
            {t("instructionsFor", { title })}
          </label>
          <Textarea
            id={id}
            autoFocus
            value={text}
            maxLength={maxChars}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={({ key }) => key === "Escape" && setText(undefined)}
          />
          <div className="flex gap-2">
            <Button type="submit">{common("save")}</Button>
            <Button variant="ghost" onClick={() => setText(undefined)}>
              {common("cancel")}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
