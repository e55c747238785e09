"use client";

import { useState } from "react";
import { TextField } from "@/components/draw/editor/text-field";
import { Button } from "@/components/ui/button";
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
      aria-label="What it is for"
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOff) onChange({ description, ...(!isArchival && { charLimit }) });
      }}
    >
      <TextField
        label="What it is for"
        value={description}
        onText={setDescription}
        maxLength={MAX_DESCRIPTION}
        hint="The agent reads this before it decides what to write here."
        autoComplete="off"
      />
      {!isArchival && (
        <TextField
          label="Limit"
          value={limit}
          onText={setLimit}
          inputMode="numeric"
          unit="characters"
          error={wrong}
          className="tabular-nums"
          autoComplete="off"
        />
      )}
      <Button type="submit" variant="outline" aria-disabled={isOff} className="self-start">
        Save
      </Button>
    </form>
  );
}

function wrongLimit(limit: number, chars: number): string | undefined {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_BLOCK_LIMIT)
    return `Give a whole number from 1 to ${MAX_BLOCK_LIMIT.toLocaleString("en")}`;
  return limit < chars
    ? `Its text has ${chars.toLocaleString("en")} characters. Shorten it first`
    : undefined;
}
