"use client";

import { useRef, useState } from "react";
import * as z from "zod/mini";
import type { PlacedError } from "@/components/draw/editor/error-line";
import { useAtRest } from "@/components/draw/editor/use-at-rest";
import { useStoredDraft } from "@/components/draw/editor/use-stored-draft";
import { useLeaveGuard } from "@/components/ui/kit/hooks/use-leave-guard";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { isRecord } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/toolsOwn";
import { changeOwnTool, checkToolCode, type OwnFields, readOwnTool } from "../api";
import { LIMITS, type LimitName, limitInputs, readLimits } from "../limits";
import { placeOfJsonError } from "../text-position";
import { placeOfCode, schemaPlace, type Trouble, troubleOf } from "../trouble";

export type Source = {
  fields: DraftFields;
  change: (change: Partial<DraftFields>) => void;
  dirty: ReadonlySet<keyof DraftFields>;
  /** The version on which the draft is based, if a newer version is live; otherwise undefined. */
  staleSince: number | undefined;
  codeError: PlacedError | undefined;
  schemaError: PlacedError | undefined;
  limitErrors: Partial<Record<LimitName, string>>;
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
  const live = fieldsOfTool(tool);
  const { version: base = version, ...written } = draft ?? {};
  const fields = { ...live, ...written };
  const dirty = new Set(KEYS.filter((key) => fields[key] !== live[key]));
  const [outcome, setOutcome] = useState<{ draftKey: string; trouble?: Trouble }>();
  const [isBusy, setIsBusy] = useState(false);
  const isSaving = useRef(false);
  const now = useRef(fields);
  now.current = fields;
  const key = JSON.stringify(fields);
  useLeaveGuard(isBusy);

  const keep = (next: DraftFields, of: AgentTool, from: number) => {
    const was = fieldsOfTool(of);
    setDraft(KEYS.some((key) => next[key] !== was[key]) ? { ...next, version: from } : undefined);
  };
  const schema = readSchema(fields.schema);
  const limits = readLimits(fields);
  const checked = useAtRest(dirty.has("code") ? fields.code : undefined, (signal) =>
    checkToolCode(fields.code, signal),
  );

  const save: Source["save"] = async ({ isOver } = {}) => {
    if (isSaving.current || dirty.size === 0 || "error" in schema || "wrong" in limits) return;
    isSaving.current = true;
    setIsBusy(true);
    try {
      const change: Partial<OwnFields> = {
        ...(dirty.has("description") && { description: fields.description }),
        ...(dirty.has("schema") && { parameter_schema: schema.value }),
        ...(dirty.has("code") && { code: fields.code }),
        ...(LIMITS.some(({ name }) => dirty.has(name)) && { limits: limits.limits }),
      };
      const saved = await changeOwnTool(name, { ...change, version: isOver ? version : base });
      onSaved(saved);
      // Text that the user typed during the request becomes a draft based on the version just saved.
      if (JSON.stringify(now.current) === key) setDraft(undefined);
      else keep(now.current, saved, saved.version);
      setOutcome({ draftKey: key });
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble.kind === "conflict") await readOwnTool(name).then(onSaved, () => {});
      setOutcome({ draftKey: key, trouble });
    } finally {
      isSaving.current = false;
      setIsBusy(false);
    }
  };

  const currentTrouble = outcome?.draftKey === key ? outcome.trouble : undefined;
  return {
    fields,
    change: (change) => keep({ ...fields, ...change }, tool, base),
    dirty,
    staleSince: dirty.size > 0 && base < version ? base : undefined,
    codeError:
      currentTrouble?.kind === "code"
        ? currentTrouble.place
        : checked?.ok === false
          ? placeOfCode(checked)
          : undefined,
    schemaError:
      "error" in schema ? schema.error : currentTrouble && schemaPlace(fields.schema, currentTrouble),
    limitErrors: "wrong" in limits ? limits.wrong : {},
    isRefused: currentTrouble !== undefined,
    problem: currentTrouble?.kind === "other" ? currentTrouble.message : undefined,
    status: isBusy ? "saving" : outcome && !outcome.trouble && dirty.size === 0 ? "saved" : undefined,
    save,
    discard: () => setDraft(undefined),
  };
}

const KEYS = ["description", "schema", "code", ...LIMITS.map(({ name }) => name)] as const;

export const fieldsOfTool = ({ description, parameter_schema, code, limits }: AgentTool): DraftFields => ({
  description,
  schema: schemaText(parameter_schema),
  code,
  ...limitInputs(limits),
});

const schemaText = (schema: Record<string, unknown>): string => JSON.stringify(schema, null, 2);

/**
 * Parses a schema as a JSON object, or returns where the JSON is invalid. The server validates the schema
 * itself.
 */
function readSchema(text: string): { value: Record<string, unknown> } | { error: PlacedError } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { error: { ...placeOfJsonError(text, reason), message: t("invalidJson", { reason }) } };
  }
  if (isRecord(value)) return { value };
  return { error: { line: 1, column: 1, message: t("schemaObject") } };
}

const draftFields = z.object({
  description: z.string(),
  schema: z.string(),
  code: z.string(),
  memoryMb: z.string(),
  cpuMs: z.string(),
  wallMs: z.string(),
});
type DraftFields = z.infer<typeof draftFields>;

/** A missing part was not changed from the live version. */
const draft = z.extend(z.partial(draftFields), {
  /** The version that the user started to edit. */
  version: z.number(),
});

const useToolDraft = (name: string) => useStoredDraft(`easel:tool:${name}`, draft);
