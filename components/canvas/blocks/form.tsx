"use client";

import { useEffect } from "react";
import { dropDraft } from "./draft";
import { FormAnswered } from "./form-answered";
import { FormOpen } from "./form-open";
import type { BlockProps } from "./props";

export function FormBlock({ block, ask }: BlockProps<"form">) {
  const over = ask.state === "answered";
  useEffect(() => {
    if (over) dropDraft(ask.draftKey);
  }, [over, ask.draftKey]);
  return over ? (
    <FormAnswered fields={block.fields} answer={ask.answer} />
  ) : (
    <FormOpen block={block} ask={ask} />
  );
}
