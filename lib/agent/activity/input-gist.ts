import { z } from "zod";
import { isSecretName, shownText, shownUrl } from "@/lib/platform/egress/shown-url";

const MOST = 200;
/** Spaces of all kinds, control characters, and those that turn the direction of what follows. */
const UNSEEN = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * What a call was made with, on one line: its texts and numbers in their order, switches by their names,
 * addresses without keys. What lies deeper, such as headers, is left out, and so are passwords. `json` may have been cut.
 */
export function inputGist(json: string): string {
  const whole = parse(json);
  const values = z.record(z.string(), z.unknown()).safeParse(whole).data;
  const texts = values
    ? Object.entries(values).flatMap(([name, value]) => (isSecret(name) ? [] : textOf(value, name)))
    : typeof whole === "string"
      ? [whole]
      : firstOf(json);
  const line = texts.join(", ").replace(UNSEEN, " ").trim().toWellFormed();
  return line.length <= MOST ? line : `${line.slice(0, MOST - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Of what was cut, the first text alone. */
function firstOf(json: string): string[] {
  const [, name, value] = /^\{\s*"((?:[^"\\]|\\.)*)"\s*:\s*"((?:[^"\\]|\\.)*)/s.exec(json) ?? [];
  if (name === undefined || value === undefined || isSecret(name)) return [];
  return textOf(parse(`"${value}"`) ?? value);
}

/** Of an input, not of an address: what something is kept under, and what a program is. */
const PLAIN = new Set(["key", "code"]);
/** What is sent to a stranger may hold keys in any form. */
const isSecret = (name: string) => name === "body" || (!PLAIN.has(name) && isSecretName(name));

function textOf(value: unknown, name = ""): string[] {
  if (typeof value === "string")
    return value === "" ? [] : [/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? shownUrl(value) : shownText(value)];
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
