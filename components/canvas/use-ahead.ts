"use client";

import { useEffect } from "react";
import { field, isRecord } from "@/lib/shared/chat/parts";
import type { Surface } from "@/lib/shared/chat/surfaces";

/** The code of blocks that are drawn by more than a few lines. */
const CODE: Record<string, () => Promise<unknown>> = {
  table: () => import("./blocks/table-grid"),
  chart: () => import("./blocks/chart-figure"),
  form: () => import("./blocks/form-open"),
  json: () => import("./blocks/json-tree"),
};

const WAIT_MS = 1_000;

/** Loads ahead what drawing blocks takes, once the page itself has loaded: of the kinds that this conversation has. */
export function useAhead(surfaces: readonly Surface[]) {
  const kinds = [...new Set(surfaces.flatMap(kindsOf))].sort().join();
  useEffect(() => {
    const load = () => {
      const wanted = kinds.split(",").map((kind) => CODE[kind]?.());
      // What fails here is loaded again when it is needed.
      Promise.all([import("./blocks/blocks"), ...wanted]).catch(() => {});
    };
    const timer = setTimeout(load, WAIT_MS);
    return () => clearTimeout(timer);
  }, [kinds]);
}

function kindsOf({ input }: Surface): string[] {
  const blocks = isRecord(input) && Array.isArray(input.blocks) ? input.blocks : [];
  return blocks.flatMap((block) => field(block, "type") ?? []);
}
