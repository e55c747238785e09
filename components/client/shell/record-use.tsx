"use client";

import { useEffect } from "react";
import { recordUse } from "@/components/client/gallery";
import type { GalleryKind } from "@/lib/shared/gallery/kinds";
import { useAgentChoice } from "./layout-context";

/** Records that the member opened an item of the page's agent, so that the gallery lists it first. */
export function RecordUse({ kind, id }: { kind: GalleryKind; id: string }) {
  const { current } = useAgentChoice();
  useEffect(() => {
    if (current) recordUse({ agent: current, kind, id });
  }, [current, kind, id]);
  return null;
}
