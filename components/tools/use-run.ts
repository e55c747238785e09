"use client";

import { useRef, useState } from "react";
import { runOwnTool } from "./api";
import { logsOf, troubleOf } from "./trouble";

export type Outcome = { logs: readonly string[]; ms: number } & (
  | { ok: true; result: unknown }
  | { ok: false; message: string }
);

/** Runs a tool by hand and keeps what came of it last. */
export function useRun(name: string) {
  const [isRunning, setIsRunning] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const isBusy = useRef(false);
  const run = async (args: Record<string, unknown>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsRunning(true);
    const begin = performance.now();
    const done = (
      came: Omit<Extract<Outcome, { ok: true }>, "ms"> | Omit<Extract<Outcome, { ok: false }>, "ms">,
    ) => setOutcome({ ...came, ms: performance.now() - begin });
    try {
      const { result, logs } = await runOwnTool(name, args);
      done({ ok: true, result, logs });
    } catch (error) {
      const trouble = troubleOf(error);
      const message = "message" in trouble ? trouble.message : "It was changed meanwhile. Run it again.";
      done({ ok: false, message, logs: logsOf(error) });
    } finally {
      isBusy.current = false;
      setIsRunning(false);
    }
  };
  return { run, isRunning, outcome };
}
