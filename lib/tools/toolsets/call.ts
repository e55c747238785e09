import { Origins } from "@/lib/data/origins/collect";
import { log } from "@/lib/ground/base/log";
import { traced } from "@/lib/ground/telemetry/spans";
import { Late, raceAbort, withDeadline } from "@/lib/shared/abort";
import type { Shown } from "@/lib/shared/components/shown";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Through } from "@/lib/shared/origins";
import type { ApprovalReason } from "@/lib/shared/tools/approval-reason";
import { type Act, ApprovalRequired } from "@/lib/shared/tools/external-effects";
import type { RateLimit, ToolLimits } from "@/lib/shared/tools/limits";
import { type Counted, countCall, releaseCall } from "@/lib/store/agents/tool-rates";
import { withRetry } from "@/lib/store/unreachable";
import type { CallContext, ToolContext } from "./context";
import type { Checked, Opening, Tool } from "./define";
import { rehearsedResult } from "./outside";
import { Waits } from "./waits";

const MAX_OUTPUT = 100_000;

/**
 * `held`: the acts that need approval. `isOverRate`: the call did not run, because the user's rate limit is
 * reached.
 */
type Failed = {
  ok: false;
  error: string;
  held?: readonly Act[];
  /** Description of other acts that an approval of the held acts allows in the conversation. */
  covers?: string;
  isOverRate?: true;
  /** The reason why the call must wait. After the wait, the loop repeats the call. */
  waits?: ApprovalReason;
};

export type Outcome = ({ ok: true; output: unknown; shown?: Shown } | Failed) & {
  durationMs: number;
  logs: string[];
} & Read;

/** The web content that the call has read. The call's result or error may contain text of this content. */
export type Read = {
  web: readonly string[];
  through: readonly Through[];
};

type Context = Omit<CallContext, "toolName"> & { limits?: ToolLimits };
/**
 * `maxOutputChars` limits the result as characters of JSON, and overrides the tool's own limit. `canShow`: a
 * canvas exists.
 */
type Running = Context & { maxOutputChars?: number; canShow?: boolean };

/**
 * Runs a tool that does not pause. Checks the input, applies the rate limit and timeout, cuts an oversized
 * result with a note, and turns every error into a message that tells the model what to do next. Never
 * throws.
 */
export function callTool(name: string, tool: Tool, input: unknown, running: Running): Promise<Outcome> {
  const type = tool.served ? "extension" : "function";
  const { toolCallId, conversationId } = running;
  const operation = {
    ...({ name: "execute_tool", subject: name } as const),
    attributes: {
      "gen_ai.tool.name": name,
      "gen_ai.tool.type": type,
      "gen_ai.tool.call.id": toolCallId,
      "gen_ai.conversation.id": conversationId,
    },
  };
  return traced(operation, async (note) => {
    const outcome = await execute(name, tool, input, running);
    if (!outcome.ok && !outcome.held && !outcome.waits)
      note({ "error.type": outcome.isOverRate ? "rate_limited" : "tool_error" });
    return outcome;
  });
}

async function execute(
  name: string,
  tool: Tool,
  input: unknown,
  { maxOutputChars, canShow = false, limits = {}, ...context }: Running,
): Promise<Outcome> {
  const began = performance.now();
  const logs: string[] = [];
  const log = (line: string) => {
    logs.push(line);
  };
  const read = new Origins(context.readBefore);
  let shown: Shown | undefined;
  const show = (one: Shown) => {
    shown = one;
  };
  const own = { ...whole(name, context, read, log), ...(canShow && { show }) };
  const done = await attempt({ name, tool, limits }, input, own, async (checked, own) => {
    if (tool.pauses) throw new AppError("invalid", `${name} waits for the user and cannot be run.`);
    for (const source of await sourcesOf(tool, checked, context.agentId)) own.readWeb(source);
    const rehearsed = await rehearsedResult(context.agentId, name, tool, checked);
    if (rehearsed) {
      if (tool.hints.reads?.length) own.readWeb(UNKNOWN);
      return rehearsed.output;
    }
    return bounded(await tool.execute(checked, own), maxOutputChars ?? tool.maxOutputChars);
  });
  const durationMs = Math.round(performance.now() - began);
  const measured = { durationMs, logs, web: read.list(), through: read.through() };
  if (!done.ok) return { ...done, ...measured };
  return { ok: true, output: done.value, ...(shown && { shown }), ...measured };
}

/**
 * Returns the sources of a call. A tool that reads the web without declaring `sources` counts as having read an
 * unknown page.
 */
const sourcesOf = (tool: Tool, input: Checked, agentId: string) =>
  tool.sources?.(input, agentId) ?? (tool.hints.reads?.includes("web") ? [UNKNOWN] : []);

const UNKNOWN = "unknown";

export type Opened = (({ ok: true } & Opening) | Failed) & Read;

/**
 * Prepares the display of a tool that waits for the user, with the limits and error messages of `callTool`.
 * Never throws.
 */
export async function openAsk(
  name: string,
  tool: Tool,
  input: unknown,
  { limits = {}, ...context }: Context,
): Promise<Opened> {
  const open = (tool.pauses && tool.open) || (async () => ({ shown: null }));
  const read = new Origins(context.readBefore);
  const done = await attempt({ name, tool, limits }, input, whole(name, context, read), open);
  const marks = { web: read.list(), through: read.through() };
  return done.ok ? { ok: true, ...done.value, ...marks } : { ...done, ...marks };
}

const whole = (
  toolName: string,
  context: Omit<Context, "limits">,
  read: Origins,
  log = (_line: string) => {},
): ToolContext => ({
  ...context,
  toolName,
  log,
  readWeb: (url) => read.add(url),
  readStored: (value) => read.addStored(value),
  origins: () => read.written(),
});

type Attempt<T> = { ok: true; value: T } | Failed;

type Limited = { name: string; tool: Tool; limits: ToolLimits };

async function attempt<T>(
  { name, tool, limits }: Limited,
  input: unknown,
  context: ToolContext,
  work: (checked: Checked, context: ToolContext) => Promise<T>,
): Promise<Attempt<T>> {
  const checked = tool.check(input);
  if (!checked.ok) return { ok: false, error: invalid(name, checked.message) };
  if (context.signal.aborted)
    return { ok: false, error: `${name} was not run: the user stopped the work first.` };
  const timeoutMs = timeoutOf(tool, limits);
  let counted: Counted | null = null;
  try {
    const { rateLimit } = limits;
    if (rateLimit) {
      const count = await withRetry(() => countCall(context.agentId, name, rateLimit));
      if (count.counted === null)
        return { ok: false, error: overRate(name, rateLimit, count), isOverRate: true };
      counted = count.counted;
    }
    const value = await withDeadline(context.signal, timeoutMs, (signal) =>
      raceAbort(() => work(checked.value, { ...context, signal }), signal),
    );
    return { ok: true, value };
  } catch (error) {
    const held = error instanceof ApprovalRequired && !context.signal.aborted ? error : undefined;
    const waits = error instanceof Waits && !context.signal.aborted ? error.reason : undefined;
    // The call is repeated after approval, so it must not count twice.
    if ((held || waits) && counted)
      await releaseCall(counted).catch((cause) => log.warn("A call stays counted", cause));
    return {
      ok: false,
      error: explain(name, timeoutMs, error, context.signal),
      ...(held && { held: held.acts, covers: held.covers }),
      ...(waits && { waits }),
    };
  }
}

/** The user's setting can only lower the timeout. */
const timeoutOf = ({ timeoutMs }: Tool, { timeoutSeconds }: ToolLimits): number =>
  timeoutSeconds === undefined ? timeoutMs : Math.min(timeoutMs, timeoutSeconds * 1_000);

const overRate = (
  name: string,
  { calls, per }: RateLimit,
  { next, seconds }: { next: string; seconds: number },
) =>
  `${name} was not run: the user allows ${calls} ${calls === 1 ? "call" : "calls"} per ${per}, and this limit is reached. You may call it again in ${seconds} s, at ${next}. Do something else until then, or continue without it.`;

export const invalid = (name: string, message: string): string =>
  `Invalid input for ${name}. Fix it and call again.\n${message}`;

function explain(name: string, timeoutMs: number, error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `${name} was stopped before it finished, so it may have taken effect.`;
  if (error instanceof Late)
    return `${name} exceeded its limit of ${Math.round(timeoutMs / 1000)} s and was aborted. Try a smaller task.`;
  if (isAppError(error) || error instanceof Waits) return error.message;
  if (error instanceof ApprovalRequired) return `${name} was stopped before it finished. ${error.message}`;
  const id = log.fault(`The tool ${name} failed`, error);
  return `${name} failed with an internal error (${id}). Retry once or try another way; if it keeps failing, tell the user.`;
}

/** Returns the result, or its beginning with a note if it exceeds `maxChars` characters of JSON. */
export function bounded(output: unknown, maxChars = MAX_OUTPUT): unknown {
  const text = JSON.stringify(output ?? null);
  if (text.length <= maxChars) return output ?? null;
  const note = `The result has ${text.length} characters; these are the first ${maxChars}. Request less at a time.`;
  const whole = typeof output === "string" ? output : text;
  return { truncated: true, note, start: whole.slice(0, maxChars).toWellFormed() };
}
