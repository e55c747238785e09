"use client";

import { useEffect } from "react";
import { useIntent } from "@/components/client/intent";
import { loadFrames } from "@/components/draw/frame/later";
import { leavesOf } from "@/lib/shared/blocks/leaves";
import { field, isRecord } from "@/lib/shared/chat/parts";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { loadBlocks } from "./blocks-later";
import { loadShown } from "./shown-later";

const WAIT_MS = 1_000;

export function useAhead(surfaces: readonly Surface[]) {
  const kinds = [...new Set(surfaces.flatMap(kindsOf))].sort().join();
  const hasIntent = useIntent();
  const isExpected = hasIntent || surfaces.length > 0;
  useEffect(() => {
    if (!isExpected) return;
    // Ignore a failed preload, because the code loads again when it is needed.
    const load = () => Promise.all([loadShown(), loadBlocks(kinds.split(","))]).catch(() => {});
    const timer = setTimeout(load, WAIT_MS);
    return () => clearTimeout(timer);
  }, [kinds, isExpected]);

  // A component being written will be shown soon, so load its frame without delay.
  const isComing = surfaces.some(({ kind, state }) => kind === "component" && state === "writing");
  const hasComponents = surfaces.some(({ kind }) => kind === "component");
  useEffect(() => {
    if (!hasComponents) return;
    const load = () =>
      Promise.all([loadFrames(), import("@/components/draw/preview/change-preview")]).catch(() => {});
    const timer = setTimeout(load, isComing ? 0 : WAIT_MS);
    return () => clearTimeout(timer);
  }, [hasComponents, isComing]);
}

export async function loadFor(surfaces: readonly Surface[]): Promise<void> {
  const hasComponents = surfaces.some(({ kind }) => kind === "component");
  await Promise.all([loadShown(), loadBlocks(surfaces.flatMap(kindsOf)), hasComponents && loadFrames()]);
}

function kindsOf({ input }: Surface): string[] {
  const blocks = isRecord(input) && Array.isArray(input.blocks) ? input.blocks : [];
  return leavesOf(blocks).flatMap(({ block }) => field(block, "type") ?? []);
}
