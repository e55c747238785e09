"use client";

import { Suspense } from "react";
import { lazyView } from "@/components/ui/kit/lazy-view";
import { Coming } from "../coming";
import type { BlockProps } from "../props";

export const JsonTree = lazyView(() => import("./json-tree").then((module) => module.JsonTree));

export function JsonBlock({ block }: BlockProps<"json">) {
  return (
    <Suspense fallback={<Coming type="json" />}>
      <JsonTree data={block.data} />
    </Suspense>
  );
}
