"use client";

import { useEffect } from "react";
import { field, isRecord } from "@/lib/shared/chat/parts";
import type { Surface } from "@/lib/shared/chat/surfaces";
import { loadBlocks } from "./blocks-later";

const WAIT_MS = 1_000;

/** Loads ahead what drawing blocks takes, once the page itself has loaded: of the kinds that this conversation has. */
export function useAhead(surfaces: readonly Surface[]) {
  const kinds = [...new Set(surfaces.flatMap(kindsOf))].sort().join();
  useEffect(() => {
    // What fails here is loaded again when it is needed.
    const timer = setTimeout(() => loadBlocks(kinds.split(",")).catch(() => {}), WAIT_MS);
    return () => clearTimeout(timer);
  }, [kinds]);
}

function kindsOf({ input }: Surface): string[] {
  const blocks = isRecord(input) && Array.isArray(input.blocks) ? input.blocks : [];
  return blocks.flatMap((block) => field(block, "type") ?? []);
}
