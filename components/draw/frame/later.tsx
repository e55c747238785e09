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

/** Loads what it takes to show a component, and has a frame ready for the first one. Only in a browser. */
export async function loadFrames(): Promise<void> {
  const [{ ComponentFrame }, { framePool }] = await Promise.all([
    import("./component-frame"),
    import("./pool"),
  ]);
  known = ComponentFrame;
  framePool().warm();
}

/** A component in its frame, at once if the code for it was loaded ahead. */
export function ComponentFrame(props: ComponentProps<typeof Loaded>) {
  const [Known] = useState(() => known);
  return Known ? <Known {...props} /> : <Later {...props} />;
}
