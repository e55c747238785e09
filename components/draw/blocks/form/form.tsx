"use client";

import { Suspense } from "react";
import { lazyView } from "@/components/ui/kit/lazy-view";
import { Coming } from "../coming";
import type { BlockProps } from "../props";
import { FormAnswered } from "./form-answered";
import { formRows } from "./form-rows";

export const FormOpen = lazyView(() => import("./form-open").then((module) => module.FormOpen));

export function FormBlock({ block, ask }: BlockProps<"form">) {
  return ask.state === "answered" ? (
    <FormAnswered form={block} answer={ask.answer} />
  ) : (
    <Suspense fallback={<Coming type="form" count={formRows(block.fields).length} />}>
      <FormOpen block={block} ask={ask} />
    </Suspense>
  );
}
