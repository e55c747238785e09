import { log } from "@/lib/log";
import { Late, raceAbort, withDeadline } from "@/lib/shared/abort";
import { AppError } from "@/lib/shared/errors";
import type { Tool, ToolContext } from "./define";

/** Characters of JSON that one result may put before the model. */
const MAX_OUTPUT = 100_000;

export type Outcome =
  | { ok: true; output: unknown; durationMs: number }
  | { ok: false; error: string; durationMs: number };

/**
 * Runs a tool that does not pause: checks the input, limits its time, cuts an oversized result with a note, and turns
 * whatever is thrown into words that tell the model what to do next. Never throws.
 */
export async function callTool(
  name: string,
  tool: Tool,
  input: unknown,
  context: ToolContext,
): Promise<Outcome> {
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  const checked = tool.check(input);
  if (!checked.ok) return { ok: false, error: invalid(name, checked.message), durationMs: took() };
  if (tool.pauses)
    return { ok: false, error: `${name} waits for the person and cannot be run.`, durationMs: took() };
  if (context.signal.aborted)
    return {
      ok: false,
      error: `${name} was not run: the person stopped the work first.`,
      durationMs: took(),
    };
  try {
    const output = await withDeadline(context.signal, tool.timeoutMs, (signal) =>
      raceAbort(() => tool.execute(checked.value, { ...context, signal }), signal),
    );
    return { ok: true, output: bounded(output), durationMs: took() };
  } catch (error) {
    return { ok: false, error: explain(name, tool, error, context.signal), durationMs: took() };
  }
}

export const invalid = (name: string, message: string): string =>
  `The input of ${name} does not fit. Mend it and call again.\n${message}`;

function explain(name: string, tool: Tool, error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `${name} was stopped before it was done. What it had done by then is not known.`;
  if (error instanceof Late)
    return `${name} took longer than its ${Math.round(tool.timeoutMs / 1000)} s and was given up. Try a smaller task.`;
  if (error instanceof AppError) return error.message;
  const id = log.fault(`The tool ${name} failed`, error);
  return `${name} failed for a reason of its own (error ${id}). Try once more, or another way; tell the person if it stays.`;
}

/** A result of at most MAX_OUTPUT characters of JSON; a larger one is cut and says so. */
function bounded(output: unknown): unknown {
  const text = JSON.stringify(output ?? null);
  if (text.length <= MAX_OUTPUT) return output ?? null;
  const note = `The result has ${text.length} characters; these are the first ${MAX_OUTPUT}. Ask for less at a time.`;
  const whole = typeof output === "string" ? output : text;
  return { truncated: true, note, start: whole.slice(0, MAX_OUTPUT).toWellFormed() };
}
