import { z } from "zod";
import { isSecretName, shownText, shownUrl } from "@/lib/platform/egress/shown-url";

const MAX_CHARS = 200;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Whitespace, control characters and bidirectional controls. */
const UNSEEN = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Summarises a call's input in one line: its strings and numbers in order, booleans with their names, URLs
 * without secrets. Omits ids, passwords and nested values, such as headers. `json` may be truncated.
 */
export function inputSummary(json: string): string {
  const whole = parse(json);
  const values = z.record(z.string(), z.unknown()).safeParse(whole).data;
  const strings = values
    ? Object.entries(values).flatMap(([name, value]) => (isSecret(name) ? [] : textOf(value, name)))
    : typeof whole === "string"
      ? [whole]
      : firstOf(json);
  const line = strings.join(", ").replace(UNSEEN, " ").trim().toWellFormed();
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function firstOf(json: string): string[] {
  const [, name, value] = /^\{\s*"((?:[^"\\]|\\.)*)"\s*:\s*"((?:[^"\\]|\\.)*)/s.exec(json) ?? [];
  if (name === undefined || value === undefined || isSecret(name)) return [];
  return textOf(parse(`"${value}"`) ?? value);
}

/**
 * Input fields that are secret in URLs but not here: the key of a stored value, and the code of a program.
 */
const PLAIN = new Set(["key", "code"]);
/** A request body may contain secrets in any form. */
const isSecret = (name: string) => name === "body" || (!PLAIN.has(name) && isSecretName(name));

function textOf(value: unknown, name = ""): string[] {
  if (typeof value === "string")
    return value === "" || ID.test(value)
      ? []
      : [/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? shownUrl(value) : shownText(value)];
  if (typeof value === "boolean") return [`${name}: ${value}`];
  return typeof value === "number" ? [String(value)] : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
