"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { ModelsView } from "@/lib/shared/settings";
import { readModels, wordsOf } from "./api";

export type Models = {
  /** What was last heard; null until then. */
  view: ModelsView | null;
  /** Why they could not be read. */
  problem: string | null;
  reload: () => Promise<ModelsView | null>;
};

/** The models that can be chosen: those that the page came with, or asked for when they are wanted. */
export function useModels(known: ModelsView | null, isWanted = true): Models {
  const [view, setView] = useState(known);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(0);

  const reload = useCallback(async () => {
    const turn = ++latest.current;
    try {
      const heard = await readModels();
      if (turn === latest.current) {
        setView(heard);
        setProblem(null);
      }
      return heard;
    } catch (error) {
      if (turn === latest.current) setProblem(wordsOf(error));
      return null;
    }
  }, []);

  const isMissing = isWanted && view === null && problem === null;
  useEffect(() => {
    if (isMissing) reload();
  }, [isMissing, reload]);
  return { view, problem, reload };
}
