import { SourceError } from "@/lib/code/compile/source-error";
import { singleton } from "@/lib/ground/base/process";
import type { Caller } from "@/lib/platform/egress/caller";
import { AppError } from "@/lib/shared/errors";
import type { RecordedAnswer } from "@/lib/shared/executions";
import type { Marked } from "@/lib/shared/origins";
import { type Act, ApprovalRequired, type Guard } from "@/lib/shared/tools/external-effects";
import type { Writer } from "@/lib/store/agents/state";
import { sandboxFailureOf, syntaxFailure } from "./failure";
import { type Fetch, fetching, guardFetch } from "./fetch";
import { agentState, boundState, guardState, host, noTools, type SandboxState } from "./host";
import type { SandboxJob } from "./job";
import { lowered, type SandboxLimits } from "./limits";
import { rateLimited } from "./pace";
import { SandboxPool } from "./pool";
import type { SandboxOutcome } from "./protocol";
import { asWritten, type SandboxSource, withoutTypes } from "./source";

const MAX_CODE_CHARS = 1_000_000;
const MAX_ARGS_CHARS = 4_000_000;
/** Milliseconds. A check takes much less, but a process may have to start first on a busy machine. */
const CHECK_MS = 15_000;

export type SandboxRequest = {
  agentId: string;
  code: string;
  args?: unknown;
  limits?: Partial<SandboxLimits>;
  signal: AbortSignal;
  state?: SandboxState;
  fetch?: Fetch;
  by?: Writer;
  tool?: string;
  onRead?: (url: string) => void;
  onReadStored?: (value: Marked) => void;
  onLog?: (line: string) => void;
  /** Called when the code ends, before the caller gets the result. */
  onEnded?: (ended: Ended) => Promise<void>;
  /**
   * Which requests the code may send without approval. Any other act outside the sandbox ends the code with
   * `ApprovalRequired`.
   */
  guard?: Guard;
  /**
   * Throws if the code's token does not allow the named tool. Called before each operation of the code that
   * does the same as a tool.
   */
  mayReach?: (tool: string) => void;
  /**
   * Runs the tool when the code calls `tools.<name>(args)`. `signal` aborts when the code has ended. `hold`
   * ends the code with `ApprovalRequired`.
   */
  callTool?: (name: string, input: unknown, how: { signal: AbortSignal; hold?: Hold }) => Promise<unknown>;
};

type Hold = (act: Act, covers?: string) => void;

/**
 * `error` is the value that ended the code. It does not always come from the code: the code may not have started,
 * or was stopped. `answers`: answers of the network to a tool.
 */
export type Ended = {
  code: string;
  logs: readonly string[];
  durationMs: number;
  error?: unknown;
  answers: readonly RecordedAnswer[];
};

/**
 * Runs code in an isolate of a separate process, with limited resources. Throws an AppError for every failure
 * inside, with a message for the model and the logs so far in `details.logs`.
 */
export async function runInSandbox(request: SandboxRequest): Promise<{ result: unknown; logs: string[] }> {
  const { agentId, code, args = {}, onLog, by = { author: "agent", cause: null } } = request;
  const { onRead, onReadStored, tool, guard, mayReach } = request;
  const answers: RecordedAnswer[] = [];
  const limits = lowered(request.limits);
  const logs: string[] = [];
  const began = performance.now();
  const ended = (error?: unknown) =>
    request.onEnded?.({ code, logs, durationMs: performance.now() - began, error, answers });
  const over = new AbortController();
  const approvalAbort = new AbortController();
  const signal = AbortSignal.any([request.signal, approvalAbort.signal]);
  const hold: Hold = (act, covers) => {
    approvalAbort.abort(new ApprovalRequired([act], covers));
    approvalAbort.signal.throwIfAborted();
  };
  const own = request.state ?? agentState(agentId, by, onReadStored);
  const store = mayReach ? boundState(own, mayReach) : own;
  const guardRequest = guard && guardFetch(guard, hold);
  const before: Parameters<typeof fetching>[0]["before"] = async (...asked) => {
    mayReach?.("fetch_url");
    await guardRequest?.(...asked);
  };
  const asking = {
    ...{ caller: { agentId, tool, ...callOf(by) }, signal: over.signal, onRead, fetch: request.fetch },
    answers: tool === undefined ? undefined : answers,
  };
  const { callTool } = request;
  const how = { signal: over.signal, ...(guard && { hold }) };
  const { call, startedCalls } = rateLimited(
    host(
      guard ? guardState(store, hold) : store,
      fetching({ ...asking, before }),
      callTool ? (name, input) => callTool(name, input, how) : noTools,
    ),
    over.signal,
  );
  const job: SandboxJob = {
    owner: agentId,
    code,
    args: argsText(args),
    limits,
    isCheck: false,
    call,
    log(lines) {
      logs.push(...lines);
      if (onLog) lines.forEach(onLog);
    },
  };
  try {
    const { source, outcome } = await run(job, signal);
    if (outcome.kind !== "done")
      throw sandboxFailureOf(outcome, { code, source, limits, logs, calls: startedCalls() });
    await ended();
    return { result: JSON.parse(outcome.text), logs };
  } catch (error) {
    await ended(error);
    throw error;
  } finally {
    over.abort();
  }
}

export async function checkSyntax(code: string, signal = AbortSignal.timeout(CHECK_MS)): Promise<void> {
  const nothing = async () => "null";
  const limits = lowered();
  const job: SandboxJob = {
    owner: "",
    code,
    args: "{}",
    limits,
    isCheck: true,
    call: nothing,
    log: () => {},
  };
  const { source, outcome } = await run(job, signal).catch((error: unknown) => {
    throw signal.aborted && signal.reason?.name === "TimeoutError"
      ? new AppError("unavailable", TOO_BUSY)
      : error;
  });
  if (outcome.kind !== "done") throw sandboxFailureOf(outcome, { code, source, limits, logs: [], calls: 0 });
}

const TOO_BUSY = "The machine was too busy to check the code. Try again in a moment.";

/**
 * Returns "down" if no sandbox process can start and "off" if none has started yet. The first call starts
 * one.
 */
export const sandboxHealth = (patienceMs: number): Promise<"ok" | "down" | "off"> =>
  pool().health(patienceMs);

const pool = () =>
  singleton(
    "sandbox",
    () => new SandboxPool(),
    (all) => all.close(),
  );

/** Runs the code as JavaScript, and as TypeScript if the engine rejects its syntax. */
async function run(
  job: SandboxJob,
  signal: AbortSignal,
): Promise<{ source: SandboxSource; outcome: SandboxOutcome }> {
  const { code } = job;
  if (code.length > MAX_CODE_CHARS)
    throw new AppError("too_large", "The code is longer than 1 MB: pass data as args.");
  const first = await pool().run(job, signal);
  if (first.kind !== "syntax") return { source: asWritten(code), outcome: first };
  try {
    const source = await withoutTypes(code);
    const outcome = await pool().run({ ...job, code: source.js }, signal);
    if (outcome.kind !== "syntax") return { source, outcome };
  } catch (error) {
    throw error instanceof SourceError ? syntaxFailure(code, error) : error;
  }
  const { line, column } = first.place ?? {};
  throw syntaxFailure(code, new SourceError(first.text.replace(/^SyntaxError: /, ""), line, column));
}

/** Returns the tool call that runs this code, or an empty object if a user runs it without a call. */
function callOf({ cause }: Writer): Partial<Caller> {
  if (!cause || !("toolCallId" in cause)) return {};
  const { conversationId, messageId, toolCallId } = cause;
  return { conversationId, messageId, toolCallId };
}

function argsText(args: unknown): string {
  const text = JSON.stringify(args) ?? "null";
  if (text.length > MAX_ARGS_CHARS)
    throw new AppError("too_large", "The args are larger than 4 MB of JSON: pass less.");
  return text;
}
