import type { Pointed } from "@/lib/shared/frame/protocol";

const MIN = 3;

/**
 * Returns the 1-based source line in which one of the element's names or its text occurs. It must occur
 * exactly once in the source; otherwise returns undefined.
 */
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
