import { describeError, SourceError } from "@/lib/code/compile/source-error";
import { AppError, type ErrorCode, isAppError } from "@/lib/shared/errors";
import { NETWORK_ERROR } from "./fetch";
import type { SandboxLimits } from "./limits";
import type { SandboxOutcome } from "./protocol";
import type { CodePlace, SandboxSource } from "./source";

/** The engine wraps the code in a function, so its line numbers are 2 too high. */
const LINES_BEFORE = 2;
/** Characters at the end of the log that are added to an error. */
const MAX_LOGGED = 2_000;

type Context = { code: string; source: SandboxSource; limits: SandboxLimits; logs: string[]; calls: number };

export function sandboxFailureOf(outcome: SandboxOutcome, context: Context): AppError {
  const { limits, calls, logs } = context;
  const fail = (code: ErrorCode, message: string, details: object = {}) =>
    new AppError(code, message, { details: { reason: outcome.kind, ...details, logs } });
  const seconds = (ms: number) => `${ms / 1000} s`;
  switch (outcome.kind) {
    case "threw": {
      const { name, text } = outcome;
      const place = placeIn(outcome.stack, context);
      const what = [name, text].filter(Boolean).join(": ") || "a value without a message";
      const remedy = remedyFor(name, text, limits);
      return fail("invalid", [at(`The code threw ${what}`, context.code, place), remedy].join("\n").trim(), {
        ...place,
        ...(name === NETWORK_ERROR && { reason: "network" }),
      });
    }
    case "result":
      return fail(
        "invalid",
        `The code's result cannot be converted to JSON (${outcome.text}). Return plain data: objects, lists, strings, numbers, booleans or null.`,
      );
    case "large":
      return fail(
        "too_large",
        `The code's result is larger than 1 MB of JSON (${outcome.text} characters). Return less: a part, a count or a summary.`,
      );
    case "calls":
      return fail(
        "too_many_requests",
        "The code had more than 1,000 calls of `state` or `fetch` open at once, and was stopped. Await them in groups, or keep many values under one key.",
      );
    case "stuck":
      return fail(
        "invalid",
        "The code waits for a promise that can never settle: no timer or call is pending. Return a value, or call resolve(value) from what it waits for.",
      );
    case "cpu":
      return fail(
        "invalid",
        `The code computed for longer than ${seconds(limits.cpuMs)} and was stopped: look for an endless loop, or do less at a time.`,
      );
    case "wall": {
      const slowed =
        calls >= 100 ? ` It made ${calls} calls of the host, which are limited to 100 a second.` : "";
      return fail(
        "invalid",
        `The code did not finish within ${seconds(limits.wallMs)} and was stopped.${slowed} Return a value sooner, or call resolve(value).`,
      );
    }
    case "memory":
      return fail(
        "invalid",
        `The code used more than its ${limits.memoryMb} MB of memory and was stopped. Work on less data at a time, and release data that you no longer need.`,
      );
    default:
      return fail(
        "unavailable",
        "The sandbox process ended while the code ran, so it may have taken effect. Retry once; if it happens again, use less memory or less recursion.",
      );
  }
}

export function syntaxFailure(code: string, { message, line, column }: SourceError): AppError {
  const place = { line, column };
  const description = at(`The code does not compile: ${message}`, code, place);
  const broken = code.split("\n")[line - 1] ?? "";
  const isImport = /^\s*import\b/.test(broken) || /import statement|import\.meta/.test(message);
  const remedy = isImport ? NO_MODULES : /^\s*export\b/.test(broken) ? NO_EXPORT : "";
  return new AppError("invalid", [description, remedy].join("\n").trim(), {
    details: { reason: isImport ? "import" : "syntax", ...place, logs: [] },
  });
}

function at(what: string, code: string, place: CodePlace | undefined): string {
  if (!place) return `${what}.`;
  const { frame } = describeError(code, new SourceError("", place.line, place.column));
  return `${what} (line ${place.line}, column ${place.column}).\n${frame}`;
}

/** Returns the position in the code from the stack. The code can forge its stack. */
function placeIn(stack: string, { code, source }: Context): CodePlace | undefined {
  const [, line, column] = /code\.js:(\d+):(\d+)/.exec(stack) ?? [];
  if (!line || !column) return;
  const place = source.placeOf({ line: Number(line) - LINES_BEFORE, column: Number(column) });
  return place.line >= 1 && place.line <= code.split("\n").length ? place : undefined;
}

const OF_NODE = new Set(["require", "process", "Buffer", "module", "exports", "__dirname", "global"]);
const OF_BROWSER = new Set(["window", "document", "localStorage", "navigator"]);

/** V8 distinguishes the errors of one class only by their text. */
function remedyFor(name: string, text: string, { memoryMb }: SandboxLimits): string {
  const [, undefinedName = ""] = (name === "ReferenceError" && /^(\w+) is not defined$/.exec(text)) || [];
  if (OF_NODE.has(undefinedName)) {
    return "This is not Node: it has only the language, and args, state, fetch, console, resolve, timers, URL, TextEncoder, crypto and base64.";
  }
  if (OF_BROWSER.has(undefinedName)) {
    return "This is not a browser: there is no page. To show something, render it.";
  }
  if (text === "Not supported") return "There are no modules here: write the code without import.";
  if (name !== "RangeError") return "";
  if (/allocation failed|Invalid (string|array|typed array) length/.test(text)) {
    return `The code has ${memoryMb} MB of memory: work on less data at a time.`;
  }
  if (/Maximum call stack/.test(text)) return "The recursion is too deep or endless: use a loop.";
  return "";
}

const NO_MODULES =
  "There are no modules here: the code is the body of an async function, with args, state, fetch, console and resolve as globals.";
const NO_EXPORT = "The code is the body of an async function: return the value instead of exporting.";

export function withLogs(error: unknown, logs: readonly string[]): unknown {
  if (!isAppError(error) || logs.length === 0) return error;
  const logged = logs.join("\n");
  const last = logged.length > MAX_LOGGED ? `…${logged.slice(-MAX_LOGGED)}`.toWellFormed() : logged;
  return new AppError(error.code, `${error.message}\nIt had logged:\n${last}`, { cause: error });
}
