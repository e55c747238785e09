import type { Pointed } from "@/lib/shared/frame/protocol";

const MIN = 3;

/** The line of a component's source in which an element stands, from 1: where what it says or is styled by stands there once. */
export function sourceLine(
  code: string,
  { text, names }: Pick<Pointed, "text" | "names">,
): number | undefined {
  for (const needle of [...names, text]) {
    if (needle.length < MIN) continue;
    const at = code.indexOf(needle);
    if (at >= 0 && code.indexOf(needle, at + 1) < 0) return code.slice(0, at).split("\n").length;
  }
  return undefined;
}
