import { randomUUID } from "node:crypto";
import { redact } from "./redact.ts";

const MAX_MESSAGE = 1_000;
const FRAMES = 4;

type Level = "info" | "warn" | "error";
type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * One line to stderr for each thing that happened: time, level, message, fields as JSON, and the error that caused it
 * with its own causes. Known secrets never reach it.
 */
export const log = {
  info: (message: string, cause?: unknown, fields?: Fields) => write("info", message, cause, fields),
  warn: (message: string, cause?: unknown, fields?: Fields) => write("warn", message, cause, fields),
  error: (message: string, cause?: unknown, fields?: Fields) => write("error", message, cause, fields),
  /** An error that is shown as nothing but an id: logs it under the id that it returns. */
  fault(message: string, cause: unknown, fields?: Fields): string {
    const id = randomUUID().slice(0, 8);
    write("error", message, cause, { id, ...fields });
    return id;
  },
};

function write(level: Level, message: string, cause: unknown, fields: Fields = {}): void {
  const parts = [
    new Date().toISOString(),
    level.padEnd(5),
    message,
    ...Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`),
    ...(cause === undefined ? [] : [`cause: ${causes(cause).join(" <- ")}`]),
  ];
  process.stderr.write(`${oneLine(redact(parts.join(" ")))}\n`);
}

/** The error and what caused it, outermost first; a chain that bites its own tail ends there. */
function causes(error: unknown, seen = new Set<unknown>()): string[] {
  if (seen.has(error)) return [];
  seen.add(error);
  if (!(error instanceof Error)) return [cut(String(error))];
  const { name, message, cause } = error;
  const code = "code" in error && typeof error.code === "string" ? ` [${error.code}]` : "";
  const parts = error instanceof AggregateError ? error.errors : [];
  const text = `${name}${code}: ${cut(message)}${frames(error)}`;
  return [text, ...[...parts, ...(cause === undefined ? [] : [cause])].flatMap((each) => causes(each, seen))];
}

/** Hides before it cuts: half a secret would not be recognised any more. */
const cut = (text: string) => redact(text).slice(0, MAX_MESSAGE);

function frames({ stack = "" }: Error): string {
  const lines = stack.split("\n").flatMap((line) => /^\s+at (.+)$/.exec(line)?.[1] ?? []);
  return lines.length > 0 ? ` (at ${lines.slice(0, FRAMES).join(", ")})` : "";
}

/** What somebody else wrote must not look like a line of ours, nor steer the terminal. */
const oneLine = (text: string) =>
  text.replace(/\p{Cc}|[\u2028\u2029]/gu, (char) =>
    JSON.stringify(char)
      .slice(1, -1)
      .replace(/^[^\\]$/, "?"),
  );
