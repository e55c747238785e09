"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { wordsOf } from "@/components/settings/api";
import { type DatabaseView, readOverview } from "./api";
import { useDataChanges } from "./use-data-changes";

/** The tables of the agent's database and its size, kept up with what changes. */
export function useDatabase() {
  const [database, setDatabase] = useState<DatabaseView>();
  const [problem, setProblem] = useState<string>();
  const asked = useRef<AbortController>(undefined);
  const load = useCallback(async () => {
    asked.current?.abort();
    const left = new AbortController();
    asked.current = left;
    try {
      const read = await readOverview(left.signal);
      if (left.signal.aborted) return;
      setDatabase(read);
      setProblem(undefined);
    } catch (error) {
      if (!left.signal.aborted) setProblem(wordsOf(error));
    }
  }, []);
  useEffect(() => {
    void load();
    return () => asked.current?.abort();
  }, [load]);
  useDataChanges(() => void load());
  return { database, problem, load };
}
