import { randomUUID } from "node:crypto";
import { redact } from "./redact.ts";

const MAX_MESSAGE = 1_000;
const FRAMES = 4;

const LEVELS = ["debug", "info", "warn", "error"] as const;
type Level = (typeof LEVELS)[number];
type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Writes one line per event to stderr: time, level, message, fields as JSON, and the error with its causes.
 * Known secrets are redacted. `EASEL_LOG=json` writes JSON objects, and `EASEL_LOG_LEVEL` drops lower levels.
 */
export const log = {
  debug: (message: string, cause?: unknown, fields?: Fields) => write("debug", message, cause, fields),
  info: (message: string, cause?: unknown, fields?: Fields) => write("info", message, cause, fields),
  warn: (message: string, cause?: unknown, fields?: Fields) => write("warn", message, cause, fields),
  error: (message: string, cause?: unknown, fields?: Fields) => write("error", message, cause, fields),
  /** Logs an error under a new id and returns the id. The user sees only this id. */
  fault(message: string, cause: unknown, fields?: Fields): string {
    const id = randomUUID().slice(0, 8);
    write("error", message, cause, { id, ...fields });
    return id;
  },
};

function write(level: Level, message: string, cause: unknown, fields: Fields = {}): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(leastLevel())) return;
  const time = new Date().toISOString();
  const all = cause === undefined ? [] : causes(cause);
  const line = process.env.EASEL_LOG?.trim() === "json" ? asJson : asText;
  process.stderr.write(`${line({ time, level, message, fields, causes: all })}\n`);
}

/**
 * Reads the variable directly instead of through `env`, because the log must work even if another variable is
 * invalid. `readEnv` rejects an invalid level at startup.
 */
function leastLevel(): Level {
  const set = process.env.EASEL_LOG_LEVEL?.trim();
  return LEVELS.find((level) => level === set) ?? "info";
}

type Entry = { time: string; level: Level; message: string; fields: Fields; causes: string[] };

function asText({ time, level, message, fields, causes }: Entry): string {
  const parts = [
    time,
    level.padEnd(5),
    message,
    ...Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`),
    ...(causes.length === 0 ? [] : [`cause: ${causes.join(" <- ")}`]),
  ];
  return oneLine(redact(parts.join(" ")));
}

/**
 * Redacts before encoding, because an escaped secret no longer matches. `time`, `level` and `message` come
 * last, so that no field overrides them.
 */
function asJson({ fields, causes, ...entry }: Entry): string {
  const shown = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? redact(value) : value,
  ]);
  return JSON.stringify({
    ...Object.fromEntries(shown),
    ...(causes.length === 0 ? {} : { causes }),
    ...entry,
    message: redact(entry.message),
  });
}

/** Returns the error and its causes, outermost first. Cycles end at their first repetition. */
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

/** Redact before truncating: a truncated secret no longer matches. */
const cut = (text: string) => redact(text).slice(0, MAX_MESSAGE);

function frames({ stack = "" }: Error): string {
  const lines = stack.split("\n").flatMap((line) => /^\s+at (.+)$/.exec(line)?.[1] ?? []);
  return lines.length > 0 ? ` (at ${lines.slice(0, FRAMES).join(", ")})` : "";
}

/** Foreign text must not imitate a log line or control the terminal. */
const oneLine = (text: string) =>
  text.replace(/\p{Cc}|[\u2028\u2029]/gu, (char) =>
    JSON.stringify(char)
      .slice(1, -1)
      .replace(/^[^\\]$/, "?"),
  );
