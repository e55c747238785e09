"use client";

import { useRef, useState } from "react";
import * as z from "zod/mini";
import type { PlacedError } from "@/components/draw/editor/error-line";
import { useAtRest } from "@/components/draw/editor/use-at-rest";
import { useKeptDraft } from "@/components/draw/editor/use-kept-draft";
import { useLeaveGuard } from "@/components/ui/kit/hooks/use-leave-guard";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { isRecord } from "@/lib/shared/chat/parts";
import { changeOwnTool, checkToolCode, type OwnFields, readOwnTool } from "../api";
import { LIMITS, type LimitName, limitTexts, readLimits } from "../limits";
import { placeOfJsonError } from "../text-position";
import { placeOfCode, schemaPlace, type Trouble, troubleOf } from "../trouble";

export type Source = {
  texts: DraftTexts;
  change: (change: Partial<DraftTexts>) => void;
  dirty: ReadonlySet<keyof DraftTexts>;
  /** Version on which the draft is based, if another one is live by now. */
  staleSince: number | undefined;
  codeError: PlacedError | undefined;
  schemaError: PlacedError | undefined;
  limitErrors: Partial<Record<LimitName, string>>;
  /** The server rejected the current texts. */
  isRefused: boolean;
  /** Any other reason why saving failed. */
  problem: string | undefined;
  status: "saving" | "saved" | undefined;
  save: (how?: { isOver?: boolean }) => Promise<void>;
  discard: () => void;
};

export function useSource(tool: AgentTool, onSaved: (tool: AgentTool) => void): Source {
  const { name, version } = tool;
  const [draft, setDraft] = useToolDraft(name);
  const live = textsOf(tool);
  const { version: base = version, ...written } = draft ?? {};
  const texts = { ...live, ...written };
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
  const limits = readLimits(texts);
  const checked = useAtRest(dirty.has("code") ? texts.code : undefined, (signal) =>
    checkToolCode(texts.code, signal),
  );

  const save: Source["save"] = async ({ isOver } = {}) => {
    if (isSaving.current || dirty.size === 0 || "error" in schema || "wrong" in limits) return;
    isSaving.current = true;
    setIsBusy(true);
    try {
      const change: Partial<OwnFields> = {
        ...(dirty.has("description") && { description: texts.description }),
        ...(dirty.has("schema") && { parameter_schema: schema.value }),
        ...(dirty.has("code") && { code: texts.code }),
        ...(LIMITS.some(({ name }) => dirty.has(name)) && { limits: limits.limits }),
      };
      const saved = await changeOwnTool(name, { ...change, version: isOver ? version : base });
      onSaved(saved);
      // Text typed during the request is based on the saved version.
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
    codeError: said?.kind === "code" ? said.place : checked?.ok === false ? placeOfCode(checked) : undefined,
    schemaError: "error" in schema ? schema.error : said && schemaPlace(texts.schema, said),
    limitErrors: "wrong" in limits ? limits.wrong : {},
    isRefused: said !== undefined,
    problem: said?.kind === "other" ? said.message : undefined,
    status: isBusy ? "saving" : outcome && !outcome.trouble && dirty.size === 0 ? "saved" : undefined,
    save,
    discard: () => setDraft(undefined),
  };
}

const KEYS = ["description", "schema", "code", ...LIMITS.map(({ name }) => name)] as const;

export const textsOf = ({ description, parameter_schema, code, limits }: AgentTool): DraftTexts => ({
  description,
  schema: schemaText(parameter_schema),
  code,
  ...limitTexts(limits),
});

const schemaText = (schema: Record<string, unknown>): string => JSON.stringify(schema, null, 2);

/**
 * Parses a schema as a JSON object, or returns the position of the error. The server validates the schema
 * itself.
 */
function readSchema(text: string): { value: Record<string, unknown> } | { error: PlacedError } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const said = error instanceof Error ? error.message : "it cannot be read";
    return { error: { ...placeOfJsonError(text, said), message: `Invalid JSON: ${said}` } };
  }
  if (isRecord(value)) return { value };
  return { error: { line: 1, column: 1, message: "A schema is one object: { … }" } };
}

const draftTexts = z.object({
  description: z.string(),
  schema: z.string(),
  code: z.string(),
  memoryMb: z.string(),
  cpuMs: z.string(),
  wallMs: z.string(),
});
type DraftTexts = z.infer<typeof draftTexts>;

/** Missing parts are unchanged from the live version. */
const draft = z.extend(z.partial(draftTexts), {
  /** Version on which the draft is based. */
  version: z.number(),
});

const useToolDraft = (name: string) => useKeptDraft(`easel:tool:${name}`, draft);
