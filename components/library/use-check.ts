"use client";

import { useEffect, useState } from "react";
import { useAtRest } from "@/components/editor/use-at-rest";
import { type Trouble, troubleOf } from "@/components/versions/trouble";
import type { Checked } from "@/lib/shared/components/contract";
import type { PropsSchema } from "@/lib/shared/components/fields";
import { checkCode } from "./api";

type Good = { text: string; bundle: string };

/** Compiles code on the server whenever its writer rests. While it is `off`, nothing is known of it. */
export function useCheck(text: string, schema: PropsSchema | null, isOn: boolean) {
  /** Of the last text that compiled: what is half-written is not shown. */
  const [good, setGood] = useState<Good>();
  const found = useAtRest(isOn ? JSON.stringify([text, schema]) : undefined, async (signal) => {
    const found = await check(text, schema, signal);
    if (found && "bundle" in found && !signal.aborted) setGood(found);
    return found;
  });
  useEffect(() => {
    if (!isOn) setGood((before) => (before?.text === text ? before : undefined));
  }, [text, isOn]);
  const problem = found && "problem" in found ? found.problem : undefined;
  return { bundle: isOn || good?.text === text ? good?.bundle : undefined, problem };
}

async function check(
  text: string,
  schema: PropsSchema | null,
  signal: AbortSignal,
): Promise<Good | { problem: Trouble } | undefined> {
  try {
    const checked = await checkCode(text, schema, signal);
    return checked.ok ? { text, bundle: checked.bundle } : { problem: problemOf(checked) };
  } catch (error) {
    const trouble = troubleOf(error);
    return trouble.kind === "compile" ? { problem: trouble } : undefined;
  }
}

const problemOf = ({ message, compile }: Extract<Checked, { ok: false }>): Trouble =>
  compile ? { kind: "compile", message: compile.message, compile } : { kind: "other", message };
