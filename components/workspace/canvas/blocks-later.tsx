"use client";

import dynamic from "next/dynamic";
import { type ComponentProps, useState } from "react";
import type { Blocks } from "@/components/draw/blocks/blocks";
import { patiently } from "@/components/ui/patiently";
import { Skeleton } from "@/components/ui/skeleton";

// Charts, tables and forms are half of the script: a page without a sheet does not wait for them.
const Later = dynamic(
  patiently(() => import("@/components/draw/blocks/blocks").then((module) => module.Blocks)),
  {
    loading: () => (
      <div className="px-5 pt-4 pb-5 max-md:px-4">
        <Skeleton className="h-32" />
      </div>
    ),
  },
);

let known: typeof Blocks | undefined;

/** Loads what it takes to draw these kinds of blocks. Only in a browser: a server draws as if it knew nothing. */
export async function loadBlocks(kinds: readonly string[]): Promise<void> {
  const [{ Blocks: loaded }, { loadAhead }] = await Promise.all([
    import("@/components/draw/blocks/blocks"),
    import("@/components/draw/blocks/ahead"),
  ]);
  known = loaded;
  await loadAhead(kinds);
}

/** The blocks of a sheet, at once if their code was loaded ahead. */
export function BlocksLater(props: ComponentProps<typeof Blocks>) {
  const [Known] = useState(() => known);
  return Known ? <Known {...props} /> : <Later {...props} />;
}
