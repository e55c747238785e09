import { isRecord } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/chatApproval";

/** Edited arguments of a call: one string per argument, or all as one JSON string. */
export type Draft = { as: "fields" | "json"; texts: Record<string, string>; json: string };

export const WHOLE = "";

export function draftOf(input: unknown): Draft {
  const json = JSON.stringify(input ?? {}, null, 2);
  if (!isRecord(input)) return { as: "json", texts: {}, json };
  const texts = Object.entries(input).map(([name, value]): [string, string] => [name, textOf(value)]);
  return { as: "fields", texts: Object.fromEntries(texts), json };
}

/** Strings are edited as they are, other values as JSON. */
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");

type Read = { input: unknown; problems: Record<string, string> };

/**
 * Parses a draft into input and errors by argument. Arguments that are strings in `before` are not parsed.
 */
export function readDraft({ as, texts, json }: Draft, before: unknown): Read {
  if (as === "json") {
    const read = parse(json);
    return "problem" in read
      ? { input: undefined, problems: { [WHOLE]: read.problem } }
      : { input: read.value, problems: {} };
  }
  const input: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const [name, text] of Object.entries(texts)) {
    const isText = isRecord(before) && typeof before[name] === "string";
    const read = isText ? { value: text } : parse(text);
    if ("problem" in read) problems[name] = read.problem;
    else input[name] = read.value;
  }
  return { input, problems };
}

/** Converts a draft to the other form. Returns null if it cannot be parsed. */
export function turned(draft: Draft, before: unknown): Draft | null {
  const { input, problems } = readDraft(draft, before);
  if (Object.keys(problems).length > 0) return null;
  if (draft.as === "fields") return { ...draft, as: "json", json: JSON.stringify(input, null, 2) };
  const next = draftOf(input);
  return next.as === "fields" ? next : null;
}

function parse(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    return { problem: t("invalidJson", { why }) };
  }
}

export function refusedFields(details: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const one of Array.isArray(details) ? details : []) {
    if (!isRecord(one) || typeof one.path !== "string" || typeof one.message !== "string") continue;
    const [, name = WHOLE] = /^output\.input(?:\.([^.[]+))?/.exec(one.path) ?? [];
    fields[name] ??= one.message;
  }
  return fields;
}
