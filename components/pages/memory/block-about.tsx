"use client";

import { useState } from "react";
import { TextField } from "@/components/draw/editor/text-field";
import { Button } from "@/components/ui/button";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import { MAX_BLOCK_LIMIT, MAX_DESCRIPTION } from "@/lib/shared/memory/memory";
import type { BlockView } from "@/lib/shared/memory/memory-view";
import type { BlockFields } from "./api";

type BlockAboutProps = { block: BlockView; onChange: (fields: BlockFields) => void };

export function BlockAbout({ block, onChange }: BlockAboutProps) {
  const { isArchival, text } = block;
  const [description, setDescription] = useState(block.description);
  const [limit, setLimit] = useState(String(block.charLimit));
  const charLimit = Number(limit);
  const wrong = isArchival ? undefined : wrongLimit(charLimit, text.length);
  const isSame = description === block.description && charLimit === block.charLimit;
  const isOff = isSame || wrong !== undefined;
  return (
    <form
      aria-label={t("purpose")}
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOff) onChange({ description, ...(!isArchival && { charLimit }) });
      }}
    >
      <TextField
        label={t("purpose")}
        value={description}
        onText={setDescription}
        maxLength={MAX_DESCRIPTION}
        autoComplete="off"
      />
      {!isArchival && (
        <TextField
          label={t("limit")}
          value={limit}
          onText={setLimit}
          inputMode="numeric"
          unit={t("characters")}
          error={wrong}
          className="tabular-nums"
          autoComplete="off"
        />
      )}
      <Button type="submit" variant="outline" aria-disabled={isOff} className="self-start">
        {common("save")}
      </Button>
    </form>
  );
}

function wrongLimit(limit: number, chars: number): string | undefined {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_BLOCK_LIMIT)
    return t("wholeNumber", { min: 1, max: MAX_BLOCK_LIMIT });
  return limit < chars ? t("limitTooLow", { chars }) : undefined;
}
