"use client";

import { Suspense, useEffect } from "react";
import { Coming } from "./coming";
import { dropDraft } from "./draft";
import { FormAnswered } from "./form-answered";
import { formRows } from "./form-rows";
import { lazyView } from "./lazy-view";
import type { BlockProps } from "./props";

export const FormOpen = lazyView(() => import("./form-open").then((module) => module.FormOpen));

export function FormBlock({ block, ask }: BlockProps<"form">) {
  const over = ask.state === "answered";
  useEffect(() => {
    if (over) dropDraft(ask.draftKey);
  }, [over, ask.draftKey]);
  return over ? (
    <FormAnswered fields={block.fields} answer={ask.answer} />
  ) : (
    <Suspense fallback={<Coming type="form" count={formRows(block.fields).length} />}>
      <FormOpen block={block} ask={ask} />
    </Suspense>
  );
}
