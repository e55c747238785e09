"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { useKeptDraft } from "@/components/editor/use-kept-draft";
import { notifyProblem } from "@/components/kit/notify";
import { wordsOf } from "@/components/settings/api";
import { clearRuns, listRuns, runSql, type SqlRun } from "../api";
import { type Outcome, outcomeOf } from "./outcome";

const draft = z.string();

/** The statement that is being written, what came of the last run, and what was run before. */
export function useSql() {
  const [text = "", setText] = useKeptDraft("easel:sql", draft);
  const [outcome, setOutcome] = useState<Outcome>();
  const [isRunning, setIsRunning] = useState(false);
  const [runs, setRuns] = useState<readonly SqlRun[]>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);

  const loadRuns = useCallback(async () => {
    try {
      setRuns(await listRuns());
      setProblem(undefined);
    } catch (error) {
      setProblem(wordsOf(error));
    }
  }, []);
  useEffect(() => {
    void loadRuns();
    return () => running.current?.abort();
  }, [loadRuns]);

  const run = async (sql: string) => {
    if (sql.trim() === "" || running.current) return;
    const left = new AbortController();
    running.current = left;
    setIsRunning(true);
    try {
      setOutcome(outcomeOf(sql, await runSql(sql, left.signal)));
    } catch (error) {
      const words = left.signal.aborted ? "Stopped." : wordsOf(error);
      setOutcome({ kind: "failed", sql, words });
    }
    running.current = undefined;
    setIsRunning(false);
    void loadRuns();
  };
  const clear = async () => {
    setRuns([]);
    try {
      await clearRuns();
    } catch (error) {
      void notifyProblem(`The history was not cleared. ${wordsOf(error)}`);
      void loadRuns();
    }
  };
  const stop = () => running.current?.abort();
  return { text, setText, outcome, isRunning, run, stop, runs, problem, loadRuns, clear };
}
