"use client";

import dynamic from "next/dynamic";
import { type ComponentProps, useState } from "react";
import { patiently } from "@/components/ui/patiently";
import { Skeleton } from "@/components/ui/skeleton";
import type { ComponentFrame as Loaded } from "./component-frame";

const Later = dynamic(
  patiently(() => import("./component-frame").then((module) => module.ComponentFrame)),
  { ssr: false, loading: () => <Skeleton className="h-32" /> },
);

let known: typeof Loaded | undefined;

/** Loads the code that shows components, and prepares a frame for the first one. Browser only. */
export async function loadFrames(): Promise<void> {
  const [{ ComponentFrame }, { framePool }] = await Promise.all([
    import("./component-frame"),
    import("./pool"),
  ]);
  known = ComponentFrame;
  framePool().warm();
}

export function ComponentFrame(props: ComponentProps<typeof Loaded>) {
  const [Known] = useState(() => known);
  return Known ? <Known {...props} /> : <Later {...props} />;
}
