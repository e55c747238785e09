import { log } from "@/lib/log";
import { Late, raceAbort, withDeadline } from "@/lib/shared/abort";
import type { Shown } from "@/lib/shared/components/shown";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { CallContext, Tool, ToolContext } from "./define";
import { Origins } from "./origins";

/** Characters of JSON that one result may put before the model. */
const MAX_OUTPUT = 100_000;

export type Outcome = ({ ok: true; output: unknown } | { ok: false; error: string }) & {
  durationMs: number;
  /** What the call has logged. */
  logs: string[];
  /** Origins on the web whose text is in the result, or in the words of what went wrong. */
  web: string[];
};

/** A call is named once, as its tool is. */
type Context = Omit<CallContext, "toolName">;

/**
 * Runs a tool that does not pause: checks the input, limits its time, cuts an oversized result with a note, and turns
 * whatever is thrown into words that tell the model what to do next. Never throws.
 */
export async function callTool(name: string, tool: Tool, input: unknown, context: Context): Promise<Outcome> {
  const began = performance.now();
  const logs: string[] = [];
  const log = (line: string) => {
    logs.push(line);
  };
  const web = new Origins();
  const readWeb = (url: string) => web.add(url);
  const whole = { ...context, toolName: name, log, readWeb };
  const done = await attempt(name, tool, input, whole, async (checked, own) => {
    if (tool.pauses) throw new AppError("invalid", `${name} waits for the person and cannot be run.`);
    return bounded(await tool.execute(checked, own), tool.mostOutput);
  });
  const durationMs = Math.round(performance.now() - began);
  const measured = { durationMs, logs, web: web.list() };
  return done.ok
    ? { ok: true, output: done.value, ...measured }
    : { ok: false, error: done.error, ...measured };
}

export type Opened = { ok: true; shown: Shown | null } | { ok: false; error: string };

/** Makes ready what a tool that pauses will show, with the same limits and words. Never throws. */
export async function openAsk(name: string, tool: Tool, input: unknown, context: Context): Promise<Opened> {
  const open = tool.pauses ? tool.open : undefined;
  if (!open) return { ok: true, shown: null };
  const done = await attempt(
    name,
    tool,
    input,
    { ...context, toolName: name, log: () => {}, readWeb: () => {} },
    open,
  );
  return done.ok ? { ok: true, shown: done.value } : done;
}

type Attempt<T> = { ok: true; value: T } | { ok: false; error: string };

async function attempt<T>(
  name: string,
  tool: Tool,
  input: unknown,
  context: ToolContext,
  work: (checked: unknown, context: ToolContext) => Promise<T>,
): Promise<Attempt<T>> {
  const checked = tool.check(input);
  if (!checked.ok) return { ok: false, error: invalid(name, checked.message) };
  if (context.signal.aborted)
    return { ok: false, error: `${name} was not run: the person stopped the work first.` };
  try {
    const value = await withDeadline(context.signal, tool.timeoutMs, (signal) =>
      raceAbort(() => work(checked.value, { ...context, signal }), signal),
    );
    return { ok: true, value };
  } catch (error) {
    return { ok: false, error: explain(name, tool, error, context.signal) };
  }
}

export const invalid = (name: string, message: string): string =>
  `The input of ${name} does not fit. Mend it and call again.\n${message}`;

function explain(name: string, tool: Tool, error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `${name} was stopped before it was done. What it had done by then is not known.`;
  if (error instanceof Late)
    return `${name} took longer than its ${Math.round(tool.timeoutMs / 1000)} s and was given up. Try a smaller task.`;
  if (isAppError(error)) return error.message;
  const id = log.fault(`The tool ${name} failed`, error);
  return `${name} failed for a reason of its own (error ${id}). Try once more, or another way; tell the person if it stays.`;
}

/** A result of at most so many characters of JSON; a larger one is cut and says so. */
function bounded(output: unknown, most = MAX_OUTPUT): unknown {
  const text = JSON.stringify(output ?? null);
  if (text.length <= most) return output ?? null;
  const note = `The result has ${text.length} characters; these are the first ${most}. Ask for less at a time.`;
  const whole = typeof output === "string" ? output : text;
  return { truncated: true, note, start: whole.slice(0, most).toWellFormed() };
}
