import pLimit from "p-limit";
import { z } from "zod";
import type { Shown } from "@/lib/shared/components/shown";
import { type AppError, isAppError } from "@/lib/shared/errors";
import { joined } from "@/lib/shared/origins";
import type { Because } from "@/lib/shared/tools/because";
import type { Guard } from "@/lib/shared/tools/outside";
import type { Ask } from "@/lib/store/asks";
import type { StepSave } from "@/lib/store/steps";
import { patiently } from "@/lib/store/unreachable";
import { callTool, invalid, type Opened, openAsk, type Read } from "@/lib/tools/call";
import type { CallContext } from "@/lib/tools/context";
import type { Tool } from "@/lib/tools/define";
import { afterWeb, becauseOf, type Known, shownAfterWeb } from "./after-web";
import {
  agreedBy,
  agreedToServer,
  callHash,
  decisionOf,
  isForCall,
  isForChanges,
  isHandedBack,
} from "./approval";
import { unreadWhy } from "./bounds";
import { denied } from "./chunks";
import { type Chunk, type Draft, isOpen, type Message, type ToolPart, toolName } from "./message";
import { Named } from "./named";
import { NestedCalls } from "./nested";
import { occasionOf } from "./occasion";
import { sheetOnCanvas } from "./on-canvas";
import { changing, standingBy } from "./own-result";
import { withoutPicture } from "./pictures";
import { missing, notAfterWeb, notAllowed, outcomeUnknown, refused } from "./refusals";
import type { Offer, Offered } from "./toolset";

/** More calls than this in one step are answered with an error instead of being run. */
const MAX_CALLS = 64;
const AT_ONCE = 8;

export type Row = StepSave["calls"][number];

export type Calls = {
  draft: Draft;
  offer: Offer;
  /** Approvals of this message that the person has decided, by call id. */
  decided: ReadonlyMap<string, Ask>;
  /** Calls that had begun when their server died. */
  interrupted: ReadonlySet<string>;
  /** What of the web the model had read when it made these calls. */
  known: Known;
  /** All that was said in the conversation. */
  messages(): readonly Message[];
  context: Omit<CallContext, "toolCallId" | "toolName">;
  emit(chunk: Chunk): void;
  /** Makes durable that these calls begin, before they do. */
  intend(calls: Row[]): Promise<void>;
};

export type Settled = {
  asks: StepSave["asks"];
  calls: Row[];
  /** What asks put before the person, by call id. */
  shown: Record<string, Shown>;
};
type Ready = { part: ToolPart; offered: Offered; held?: Held; said?: Ask };
/** What a call may do unasked, and what becomes of it when it would do more. */
type Held = { guard: Guard; policy: "ask" | "deny" };
type Asked = Ready & { kind: "answer" | "approval"; because: Because | null };

/** Gives every open call of the step its result, its error, or an ask. */
export async function settleCalls(calls: Calls): Promise<Settled> {
  const settled: Settled = { asks: [], calls: [], shown: {} };
  const ready: Ready[] = [];
  const asked: Asked[] = [];
  const open = calls.draft.stepTools().filter(isOpen);
  const guard = open.length > 0 && calls.known.readWeb.length > 0 ? new Named(calls.messages()) : FREE;
  for (const [index, part] of open.entries()) {
    const verdict = index < MAX_CALLS ? await judge(part, calls, guard) : tooMany(open.length);
    if ("error" in verdict) {
      const { error, status = "error" } = verdict;
      const { toolCallId } = part;
      if (status === "denied") for (const chunk of denied(toolCallId, error)) calls.emit(chunk);
      else calls.emit({ type: "tool-output-error", toolCallId, errorText: error });
      settled.calls.push(row(part, { status, error }));
    } else if ("ask" in verdict) {
      const { ask: kind, offered, because = null } = verdict;
      asked.push({ part, offered, kind, because });
    } else {
      const { run: offered, held, said } = verdict;
      ready.push({ part: calls.draft.tool(part.toolCallId) ?? part, offered, held, said });
    }
  }
  for (const { kind, part } of asked) if (kind === "approval") requestApproval(part, calls);
  asked.push(...(await runAll(ready, calls, settled, guard)));
  // What is shown may be what another call of the step has just made.
  await askAll(asked, calls, settled);
  return settled;
}

const FREE: Guard = { mayAsk: () => true, maySay: () => true };

const requestApproval = ({ toolCallId }: ToolPart, { emit }: Calls): void =>
  emit({ type: "tool-approval-request", toolCallId, approvalId: toolCallId });

type Verdict =
  | { error: string; status?: Row["status"] }
  | { ask: Asked["kind"]; offered: Offered; because?: Because | null }
  | { run: Offered; held?: Held; said?: Ask };

/** By what the model knew when it wrote the calls: what another call of the step reads counts from the next one on. */
async function judge(part: ToolPart, calls: Calls, guard: Guard): Promise<Verdict> {
  const { offer, decided, interrupted, known, context, draft, emit } = calls;
  const name = toolName(part);
  const offered = offer.tools.get(name);
  if (!offered) return { error: await missing(name, offer, context.agentId) };
  const unread = unreadWhy(part);
  if (unread) return { error: invalid(name, unread) };
  if (interrupted.has(part.toolCallId)) return { error: outcomeUnknown(name), status: "unknown" };
  const checked = offered.tool.check(part.input);
  if (!checked.ok) return { error: invalid(name, checked.message) };
  if (offered.policy === "deny") return { error: notAllowed(name), status: "denied" };
  const { tool } = offered;
  const of = { agentId: context.agentId, conversationId: context.conversationId, guard };
  const after = await afterWeb(offered, checked.value, of, known.readWeb).catch(toRefusal);
  if (isAppError(after)) return { error: after.message };
  const web = tool.pauses || after.when === "acts" ? "allow" : after.policy;
  if (web === "deny") return { error: notAfterWeb(name), status: "denied" };
  const ask = decided.get(part.toolCallId);
  const said = ask && isForCall(ask, part, offered.tool) ? ask : undefined;
  const isFree = said !== undefined && isHandedBack(said);
  const changes = (await patiently(async () => tool.consents?.(checked.value, context.agentId))) ?? [];
  const isRejected = said && decisionOf(said).decision === "reject";
  if (said && !isFree && (isRejected || isForChanges(said, changes)))
    return follow(part, said, offered, draft, emit);
  if (tool.pauses) return { ask: "answer", offered };
  const waits = isFree ? null : tool.waits?.({ ...context, toolCallId: part.toolCallId, toolName: name });
  const why = isFree ? null : await patiently(async () => tool.asks?.(checked.value, context.agentId));
  const own = why ? ({ kind: "effect", why } as const) : null;
  const asksWeb = web === "ask" ? becauseOf(known) : null;
  const block = changes.length > 0 ? { ...asksWeb, kind: "block" as const, changes } : null;
  const because = waits ?? block ?? asksWeb ?? own;
  if (because || offered.policy === "ask") return { ask: "approval", offered, because };
  const { policy } = after;
  return { run: offered, ...(policy !== "allow" && { held: { guard, policy } }) };
}

/** What a tool cannot tell of its input before it is run is wrong with it: then the call is not run. */
function toRefusal(error: unknown): AppError {
  if (isAppError(error)) return error;
  throw error;
}

/** Does what the person decided about a call. An approval holds for the arguments they saw, or the ones they wrote. */
function follow(part: ToolPart, ask: Ask, offered: Offered, draft: Draft, emit: Calls["emit"]): Verdict {
  const { decision: said, input, reason } = decisionOf(ask);
  const name = toolName(part);
  const { toolCallId } = part;
  if (said === "reject") return { error: refused(name, reason), status: "denied" };
  if (said === "edit") {
    const toolMetadata = { edited: { from: z.json().parse(ask.input), ...(reason && { reason }) } };
    emit({ type: "tool-input-available", toolCallId, toolName: name, input, toolMetadata });
    const checked = offered.tool.check(draft.tool(toolCallId)?.input);
    if (!checked.ok) return { error: invalid(name, checked.message) };
  }
  return { run: offered, said: ask };
}

/** Gives those that were held back before they acted, and wait for the person now. */
async function runAll(ready: Ready[], calls: Calls, settled: Settled, guard: Guard): Promise<Asked[]> {
  calls.context.signal.throwIfAborted();
  // What is held does nothing that may not be done twice.
  const once = ready.filter(({ offered, held }) => !offered.tool.hints.idempotent && !held);
  if (once.length > 0) await calls.intend(once.map(({ part }) => row(part, { status: "running" })));
  const limit = pLimit(AT_ONCE);
  const asked: Asked[] = [];
  const run = async ({ part, offered, held, said }: Ready) => {
    const { toolCallId } = part;
    const nested = new NestedCalls(calls, guard);
    const { limits } = offered;
    const agreed = said && { agreed: agreedBy(said), agreedToServer: agreedToServer(said) };
    const own = {
      ...agreed,
      mayWait: true as const,
      limits,
      callFromCode: nested.call,
      ...(held && { guard: held.guard }),
    };
    const context = { ...contextOf(calls, toolCallId), ...own };
    const outcome = await callTool(toolName(part), offered.tool, part.input, { ...context, canShow: true });
    await nested.settled();
    settled.calls.push(...nested.rows);
    const { durationMs, logs } = outcome;
    if (!outcome.ok && outcome.held && held?.policy === "ask") {
      const because = { ...becauseOf(withRead(calls.known, outcome)), acts: [...outcome.held] };
      requestApproval(part, calls);
      asked.push({ part, offered, kind: "approval", because });
      return;
    }
    if (!outcome.ok && outcome.waits) {
      // Left as running, it would count as one that a server took along when it died; and it has not failed.
      if (!offered.tool.hints.idempotent)
        settled.calls.push(row(part, { status: "denied", error: outcome.error, durationMs }));
      requestApproval(part, calls);
      asked.push({ part, offered, kind: "approval", because: outcome.waits });
      return;
    }
    const marked = marks(calls, toolCallId, outcome);
    if (!outcome.ok && (outcome.held || outcome.isOverRate)) {
      const error = outcome.held ? notAfterWeb(toolName(part)) : outcome.error;
      for (const chunk of denied(toolCallId, error)) calls.emit(chunk);
      settled.calls.push(row(part, { status: "denied", error, durationMs, logs }));
    } else if (outcome.ok) {
      const { output, shown } = outcome;
      if (shown) settled.shown[toolCallId] = shown;
      if (shown && offered.tool.answer) {
        calls.emit(standingBy(part, output, marked ? marked.toolMetadata : {}));
        settled.asks.push({ ...named(part), ...IN_WHAT_IS_SHOWN });
      } else calls.emit({ type: "tool-output-available", toolCallId, output, ...marked });
      settled.calls.push(row(part, { status: "ok", output: withoutPicture(output), durationMs, logs }));
    } else {
      calls.emit({ type: "tool-output-error", toolCallId, errorText: outcome.error, ...marked });
      settled.calls.push(row(part, { status: "error", error: outcome.error, durationMs, logs }));
    }
  };
  await Promise.all(ready.map((item) => limit(run, item)));
  return asked;
}

const IN_WHAT_IS_SHOWN = { kind: "answer", because: null, awaits: true, inputHash: null } as const;

/** Opens what waits for the person, and shows what need not be waited for; what cannot be shown is the call's error. */
async function askAll(asked: Asked[], calls: Calls, settled: Settled): Promise<void> {
  const limit = pLimit(AT_ONCE);
  const open = async ({ part, offered, kind }: Asked): Promise<Opened> =>
    kind === "answer"
      ? openAsk(toolName(part), offered.tool, part.input, {
          ...contextOf(calls, part.toolCallId),
          limits: offered.limits,
        })
      : { ok: true, shown: null, web: [], through: [] };
  const opened = await Promise.all(asked.map(async (item) => ({ ...item, ...(await limit(open, item)) })));
  calls.context.signal.throwIfAborted();
  const changed = new Set<string>();
  // In the order of the calls: the first ask is the oldest.
  for (const { part, offered, kind, ...outcome } of opened) {
    const { toolCallId } = part;
    const again = outcome.ok && outcome.changes !== undefined && changed.has(outcome.changes);
    if (outcome.ok && !again) {
      if (outcome.changes !== undefined) {
        changed.add(outcome.changes);
        calls.emit(changing(part, outcome.changes, outcome.input));
      }
      const { input } = calls.draft.tool(toolCallId) ?? part;
      const marked = marks(calls, toolCallId, outcome);
      // What it shows is in what the person answers.
      if (marked)
        calls.emit({ type: "tool-input-available", toolCallId, toolName: toolName(part), input, ...marked });
      const because = outcome.because ?? shownAfterWeb(offered.tool, withRead(calls.known, outcome));
      const { result } = outcome;
      settled.asks.push({
        ...named({ ...part, input } as ToolPart),
        ...{
          kind,
          because,
          awaits: because?.kind !== "helper" && awaits(offered.tool, input, outcome.shown),
        },
        inputHash: kind === "approval" ? callHash(part, offered.tool) : null,
        ...(result !== undefined && { awaits: false, shownOnly: result }),
      });
      if (outcome.shown) settled.shown[toolCallId] = outcome.shown;
      if (result === undefined) continue;
      calls.emit({ type: "tool-output-available", toolCallId, output: result });
      settled.calls.push(row(part, { status: "ok", output: result }));
    } else if (!outcome.ok && outcome.isOverRate) {
      for (const chunk of denied(toolCallId, outcome.error)) calls.emit(chunk);
      settled.calls.push(row(part, { status: "denied", error: outcome.error }));
    } else {
      const error = outcome.ok ? CHANGED_ALREADY : outcome.error;
      const marked = marks(calls, toolCallId, outcome);
      calls.emit({ type: "tool-output-error", toolCallId, errorText: error, ...marked });
      settled.calls.push(row(part, { status: "error", error }));
    }
  }
}

const CHANGED_ALREADY =
  "Another call of this step has changed the same sheet, so this one was not made. Call it again, or put all edits into one call.";

const awaits = (tool: Tool, input: unknown, shown: Shown | null): boolean =>
  !tool.pauses || (tool.awaits?.(input, shown) ?? true);

const contextOf = ({ context, known, messages }: Calls, toolCallId: string) => ({
  ...context,
  toolCallId,
  readBefore: known.readWeb,
  occasion: () => occasionOf(messages(), toolCallId),
  sheet: (key: string) => sheetOnCanvas(key, messages(), context),
});

/** That a call has read strangers' text stands on its part, beside what stood there. */
function marks({ draft }: Calls, toolCallId: string, { web, through }: Read) {
  const before = draft.tool(toolCallId)?.toolMetadata;
  const read = { web: [...web], ...(through.length > 0 && { through: [...through] }) };
  return web.length > 0 && { toolMetadata: { ...before, ...read } };
}

const withRead = ({ readWeb, through }: Known, read: Read): Known => ({
  readWeb: joined(read.web, readWeb),
  through: [...through, ...read.through],
});

const named = (part: ToolPart) => ({
  toolCallId: part.toolCallId,
  toolName: toolName(part),
  input: part.input ?? null,
});

const row = (part: ToolPart, rest: Partial<Row> & Pick<Row, "status">): Row => ({
  ...named(part),
  output: null,
  error: null,
  durationMs: null,
  ...rest,
});

const tooMany = (count: number): Verdict => ({
  error: `${count} calls in one step are too many: the first ${MAX_CALLS} were taken. Call the rest again in the next step, if they are needed.`,
});
