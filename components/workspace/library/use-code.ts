"use client";

import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { changeComponent, checkCode, readComponent } from "@/components/client/components";
import { type Trouble, troubleOf } from "@/components/client/versions/trouble";
import { useAtRest } from "@/components/draw/editor/use-at-rest";
import { useStoredDraft } from "@/components/draw/editor/use-stored-draft";
import type { Checked, CompileError, Component } from "@/lib/shared/components/contract";
import type { PropsSchema } from "@/lib/shared/components/fields";

export type Code = {
  text: string;
  change: (text: string) => void;
  isDirty: boolean;
  /** The version that the user started to edit, if a newer version is live; otherwise undefined. */
  staleSince: number | undefined;
  bundle: string | undefined;
  error: CompileError | undefined;
  trouble: Exclude<Trouble, { kind: "compile" | "conflict" }> | undefined;
  status: "saving" | "saved" | undefined;
  save: (how?: { accept?: boolean; isOver?: boolean }) => Promise<void>;
  discard: () => void;
};

export function useCode(component: Component, onSaved: (component: Component) => void): Code {
  const { name, version, code: live, props_schema } = component;
  const [draft, setDraft] = useCodeDraft(name);
  const text = draft?.code ?? live;
  const base = draft?.version ?? version;
  const isDirty = text !== live;
  const check = useCheck(text, props_schema, isDirty);
  const [outcome, setOutcome] = useState<{ text: string; trouble?: Trouble }>();
  const isSaving = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const now = useRef(text);
  now.current = text;

  const change = (next: string) => setDraft(next === live ? undefined : { code: next, version: base });

  const save: Code["save"] = async ({ accept, isOver } = {}) => {
    if (isSaving.current || !isDirty) return;
    isSaving.current = true;
    setIsBusy(true);
    try {
      const saved = await changeComponent(name, { code: text, version: isOver ? version : base, accept });
      onSaved(saved);
      // Text that the user typed during the request becomes a draft based on the version just saved.
      setDraft(now.current === text ? undefined : { code: now.current, version: saved.version });
      setOutcome({ text });
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble.kind === "conflict") await readComponent(name).then(onSaved, () => {});
      setOutcome({ text, trouble });
    } finally {
      isSaving.current = false;
      setIsBusy(false);
    }
  };

  const currentTrouble = outcome?.text === text ? outcome.trouble : undefined;
  // An error from saving is newer than one from checking.
  const problem = currentTrouble && currentTrouble.kind !== "conflict" ? currentTrouble : check.problem;
  return {
    text,
    change,
    isDirty,
    staleSince: isDirty && base < version ? base : undefined,
    bundle: check.bundle,
    error: problem?.kind === "compile" ? problem.compile : undefined,
    trouble: problem?.kind === "gate" || problem?.kind === "other" ? problem : undefined,
    status: isBusy ? "saving" : outcome && !outcome.trouble && outcome.text === text ? "saved" : undefined,
    save,
    discard: () => setDraft(undefined),
  };
}

type Good = { text: string; bundle: string };

/** Compiles the code on the server when typing pauses. Without `isOn` it returns no result. */
function useCheck(text: string, schema: PropsSchema | null, isOn: boolean) {
  /** Result for the last text that compiled. It stays while the current text does not compile. */
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

const draft = z.object({
  code: z.string(),
  version: z.number(),
});

const useCodeDraft = (name: string) => useStoredDraft(`easel:component:${name}`, draft);
