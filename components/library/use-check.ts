"use client";

import { useEffect, useState } from "react";
import { type Trouble, troubleOf } from "@/components/versions/trouble";
import type { Checked } from "@/lib/shared/components/contract";
import type { PropsSchema } from "@/lib/shared/components/fields";
import { checkCode } from "./api";

const REST_MS = 500;

type Found = { text: string; bundle: string } | { text: string; problem: Trouble };

/** Compiles code on the server whenever its writer rests. While it is `off`, nothing is known of it. */
export function useCheck(text: string, schema: PropsSchema | null, isOn: boolean) {
  const [found, setFound] = useState<Found>();
  /** Of the last text that compiled: what is half-written is not shown. */
  const [good, setGood] = useState<{ text: string; bundle: string }>();
  const key = JSON.stringify(schema);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the schema
  useEffect(() => {
    if (!isOn) {
      setGood((before) => (before?.text === text ? before : undefined));
      return;
    }
    const leave = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const checked = await checkCode(text, schema, leave.signal);
        if (checked.ok) setGood({ text, bundle: checked.bundle });
        setFound(checked.ok ? { text, bundle: checked.bundle } : { text, problem: problemOf(checked) });
      } catch (error) {
        // Saving says what is wrong with the way to the server; a check that did not happen says nothing.
        const trouble = leave.signal.aborted ? undefined : troubleOf(error);
        if (trouble?.kind === "compile") setFound({ text, problem: trouble });
      }
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [text, key, isOn]);

  const problem = isOn && found?.text === text && "problem" in found ? found.problem : undefined;
  return { bundle: isOn || good?.text === text ? good?.bundle : undefined, problem };
}

const problemOf = ({ message, compile }: Extract<Checked, { ok: false }>): Trouble =>
  compile ? { kind: "compile", message: compile.message, compile } : { kind: "other", message };
