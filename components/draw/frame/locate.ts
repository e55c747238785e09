import { originalPositionFor, sourceContentFor, TraceMap } from "@jridgewell/trace-mapping";

export type Located = { line: number; column: number; excerpt: string };

/** A component's module is loaded from a `blob:` URL, which its stack frames contain. */
const PLACE = /blob:[^\s)]*?:(\d+):(\d+)/;
const AROUND = 2;

/**
 * Returns the position of an error in the agent's source, from the first stack frame of the component; undefined if
 * unknown.
 */
export function locate(stack: string, map: string): Located | undefined {
  const [, line, column] = PLACE.exec(stack) ?? [];
  if (!line || !column) return undefined;
  try {
    const trace = new TraceMap(map);
    const found = originalPositionFor(trace, { line: Number(line), column: Number(column) - 1 });
    if (found.source === null || found.line === null) return undefined;
    const source = sourceContentFor(trace, found.source) ?? "";
    return { line: found.line, column: found.column + 1, excerpt: excerptOf(source, found.line) };
  } catch {
    return undefined;
  }
}

function excerptOf(source: string, line: number): string {
  const lines = source.split("\n");
  const first = Math.max(1, line - AROUND);
  const last = Math.min(lines.length, line + AROUND);
  const width = String(last).length;
  return lines
    .slice(first - 1, last)
    .map((text, index) => {
      const number = first + index;
      return `${number === line ? ">" : " "} ${String(number).padStart(width)} | ${text.slice(0, 200)}`;
    })
    .join("\n");
}
