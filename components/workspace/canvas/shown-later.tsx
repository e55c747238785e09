"use client";

import dynamic from "next/dynamic";
import { type ComponentProps, useState } from "react";
import { retryLoad } from "@/components/ui/retry-load";
import type { ShownSurfaces } from "./shown-surfaces";

// Most new conversations have no surface, so their page does not load this code.
const Later = dynamic(retryLoad(() => import("./shown-surfaces").then((module) => module.ShownSurfaces)));

let loadedSurfaces: typeof ShownSurfaces | undefined;

/** Preloads the code. Call it only in the browser: markup must match the server, which never preloads. */
export async function loadShown(): Promise<void> {
  loadedSurfaces = (await import("./shown-surfaces")).ShownSurfaces;
}

export function ShownLater(props: ComponentProps<typeof ShownSurfaces>) {
  const [Loaded] = useState(() => loadedSurfaces);
  return Loaded ? <Loaded {...props} /> : <Later {...props} />;
}
