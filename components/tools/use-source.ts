"use client";

import { useRef, useState } from "react";
import type { PlacedError } from "@/components/editor/error-line";
import { useLeaveGuard } from "@/components/settings/use-leave-guard";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { changeOwnTool, type OwnFields, readOwnTool } from "./api";
import { readSchema, schemaText } from "./schema-text";
import { schemaPlace, type Trouble, troubleOf } from "./trouble";
import { type DraftTexts, useToolDraft } from "./use-tool-draft";

export type Source = {
  texts: DraftTexts;
  change: (change: Partial<DraftTexts>) => void;
  /** What differs from the live version. */
  dirty: ReadonlySet<keyof DraftTexts>;
  /** The version that was changed, when another one is live by now. */
  staleSince: number | undefined;
  codeError: PlacedError | undefined;
  schemaError: PlacedError | undefined;
  /** What else keeps it from being saved. */
  problem: string | undefined;
  status: "saving" | "saved" | undefined;
  save: (how?: { isOver?: boolean }) => Promise<void>;
  discard: () => void;
};

/** A tool while a person changes it: description, parameters and code are saved together, as one version. */
export function useSource(tool: AgentTool, onSaved: (tool: AgentTool) => void): Source {
  const { name, version } = tool;
  const [draft, setDraft] = useToolDraft(name);
  const live = textsOf(tool);
  const texts = draft ? { description: draft.description, schema: draft.schema, code: draft.code } : live;
  const base = draft?.version ?? version;
  const dirty = new Set(KEYS.filter((key) => texts[key] !== live[key]));
  const [outcome, setOutcome] = useState<{ texts: string; trouble?: Trouble }>();
  const [isBusy, setIsBusy] = useState(false);
  const isSaving = useRef(false);
  const now = useRef(texts);
  now.current = texts;
  const key = JSON.stringify(texts);
  useLeaveGuard(isBusy);

  const keep = (next: DraftTexts, of: AgentTool, from: number) => {
    const was = textsOf(of);
    setDraft(KEYS.some((key) => next[key] !== was[key]) ? { ...next, version: from } : undefined);
  };
  const schema = readSchema(texts.schema);

  const save: Source["save"] = async ({ isOver } = {}) => {
    if (isSaving.current || dirty.size === 0 || "error" in schema) return;
    isSaving.current = true;
    setIsBusy(true);
    try {
      const change: Partial<OwnFields> = {
        ...(dirty.has("description") && { description: texts.description }),
        ...(dirty.has("schema") && { parameter_schema: schema.value }),
        ...(dirty.has("code") && { code: texts.code }),
      };
      const saved = await changeOwnTool(name, { ...change, version: isOver ? version : base });
      onSaved(saved);
      // What was written meanwhile goes on from what was saved.
      if (JSON.stringify(now.current) === key) setDraft(undefined);
      else keep(now.current, saved, saved.version);
      setOutcome({ texts: key });
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble.kind === "conflict") await readOwnTool(name).then(onSaved, () => {});
      setOutcome({ texts: key, trouble });
    } finally {
      isSaving.current = false;
      setIsBusy(false);
    }
  };

  const said = outcome?.texts === key ? outcome.trouble : undefined;
  return {
    texts,
    change: (change) => keep({ ...texts, ...change }, tool, base),
    dirty,
    staleSince: dirty.size > 0 && base < version ? base : undefined,
    codeError: said?.kind === "code" ? said.place : undefined,
    schemaError: "error" in schema ? schema.error : said && schemaPlace(texts.schema, said),
    problem: said?.kind === "other" ? said.message : undefined,
    status: isBusy ? "saving" : outcome && !outcome.trouble && dirty.size === 0 ? "saved" : undefined,
    save,
    discard: () => setDraft(undefined),
  };
}

const KEYS = ["description", "schema", "code"] as const;

const textsOf = ({ description, parameter_schema, code }: AgentTool): DraftTexts => ({
  description,
  schema: schemaText(parameter_schema),
  code,
});
