"use client";

import dynamic from "next/dynamic";
import { type ComponentProps, useState } from "react";
import type { Blocks } from "@/components/draw/blocks/blocks";
import { retryLoad } from "@/components/ui/retry-load";
import { Skeleton } from "@/components/ui/skeleton";

// Blocks make up half of the script, so a page without a surface must not wait for them.
const Later = dynamic(
  retryLoad(() => import("@/components/draw/blocks/blocks").then((module) => module.Blocks)),
  {
    loading: () => (
      <div className="px-5 pt-4 pb-5 max-md:px-4">
        <Skeleton className="h-32" />
      </div>
    ),
  },
);

let loadedBlocks: typeof Blocks | undefined;

/**
 * Preloads the code for these kinds of blocks. Call it only in the browser: markup must match the server,
 * which never preloads.
 */
export async function loadBlocks(kinds: readonly string[]): Promise<void> {
  const [{ Blocks: loaded }, { loadAhead }] = await Promise.all([
    import("@/components/draw/blocks/blocks"),
    import("@/components/draw/blocks/ahead"),
  ]);
  loadedBlocks = loaded;
  await loadAhead(kinds);
}

export function BlocksLater(props: ComponentProps<typeof Blocks>) {
  const [Loaded] = useState(() => loadedBlocks);
  return Loaded ? <Loaded {...props} /> : <Later {...props} />;
}
