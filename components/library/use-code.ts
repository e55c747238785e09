"use client";

import { useRef, useState } from "react";
import { type Trouble, troubleOf } from "@/components/versions/trouble";
import type { CompileError, Component } from "@/lib/shared/components/contract";
import { changeComponent, readComponent } from "./api";
import { useCheck } from "./use-check";
import { useCodeDraft } from "./use-code-draft";

export type Code = {
  text: string;
  change: (text: string) => void;
  isDirty: boolean;
  /** The version that was changed, when another one is live by now. */
  staleSince: number | undefined;
  /** Of what is written, as far as it compiles. */
  bundle: string | undefined;
  /** Where it does not. */
  error: CompileError | undefined;
  /** What else keeps it from being saved. */
  trouble: Exclude<Trouble, { kind: "compile" | "conflict" }> | undefined;
  status: "saving" | "saved" | undefined;
  save: (how?: { accept?: boolean; isOver?: boolean }) => Promise<void>;
  discard: () => void;
};

/** The code of a component while a person changes it: checked as it is written, saved as a new version. */
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
      // What was written meanwhile goes on from what was saved.
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

  const said = outcome?.text === text ? outcome.trouble : undefined;
  // What saving has said is newer than what a check did.
  const problem = said && said.kind !== "conflict" ? said : check.problem;
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
