import { cut, install } from "./intrinsics";
import { toText } from "./json";

const MAX_LINES = 200;
const MAX_CHARACTERS = 64_000;
const MAX_LINE_CHARS = 8_000;
const FULL = `[sandbox] The log is full (${MAX_LINES} lines, ${MAX_CHARACTERS} characters); what follows is left out.`;

/** Installs `console`. All its methods write a line to the log. A last line reports an exceeded limit. */
export function installConsole(write: (line: string) => void): void {
  let lines = 0;
  let left = MAX_CHARACTERS;
  const log = (...values: unknown[]): void => {
    if (lines >= MAX_LINES || left <= 0) return;
    let line = "";
    for (let at = 0; at < values.length; at++) line += (at > 0 ? " " : "") + toText(values[at]);
    const maxChars = Math.min(left, MAX_LINE_CHARS);
    left -= line.length;
    lines++;
    write(
      line.length > maxChars
        ? `${cut(line, 0, maxChars)}… [sandbox] The line has ${line.length} characters.`
        : line,
    );
    if (lines >= MAX_LINES || left <= 0) write(FULL);
  };
  const names = ["log", "info", "warn", "error", "debug", "dir", "table", "trace"];
  const ours: Record<string, unknown> = {};
  for (const name of names) ours[name] = log;
  install("console", ours);
}
