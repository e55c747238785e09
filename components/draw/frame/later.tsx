"use client";

import dynamic from "next/dynamic";
import { type ComponentProps, useState } from "react";
import { retryLoad } from "@/components/ui/retry-load";
import { Skeleton } from "@/components/ui/skeleton";
import type { ComponentFrame as Loaded } from "./component-frame";

const Later = dynamic(
  retryLoad(() => import("./component-frame").then((module) => module.ComponentFrame)),
  { ssr: false, loading: () => <Skeleton className="h-32" /> },
);

let loaded: typeof Loaded | undefined;

/** Loads the code that runs components, and prepares a frame for the first one. Browser only. */
export async function loadFrames(): Promise<void> {
  const [{ ComponentFrame }, { framePool }] = await Promise.all([
    import("./component-frame"),
    import("./pool"),
  ]);
  loaded = ComponentFrame;
  framePool().warm();
}

export function ComponentFrame(props: ComponentProps<typeof Loaded>) {
  const [LoadedFrame] = useState(() => loaded);
  return LoadedFrame ? <LoadedFrame {...props} /> : <Later {...props} />;
}
