"use client";

import { Suspense } from "react";
import { Coming } from "./coming";
import { later } from "./later";
import type { BlockProps } from "./props";

const JsonTree = later(() => import("./json-tree").then((module) => module.JsonTree));

export function JsonBlock({ block }: BlockProps<"json">) {
  return (
    <Suspense fallback={<Coming type="json" />}>
      <JsonTree data={block.data} />
    </Suspense>
  );
}
