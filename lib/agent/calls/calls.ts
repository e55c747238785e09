import pLimit from "p-limit";
import { withoutImage } from "@/lib/agent/message/images";
import { isOpen, type ToolPart, toolName } from "@/lib/agent/message/message";
import { webReason } from "@/lib/agent/offer/after-web";
import { notAfterWeb } from "@/lib/agent/offer/refusals";
import type { Offered } from "@/lib/agent/offer/toolset";
import { type CallGuard, FREE } from "@/lib/agent/outgoing/outgoing-guard";
import type { Ask } from "@/lib/store/loop/asks";
import { callTool } from "@/lib/tools/toolsets/call";
import { approvedChangesOf, approvedServerAsks } from "./approval";
import { authorizeCall, type CallVerdict, type HeldCall } from "./authorize-call";
import { NestedCalls } from "./nested";
import { openAsksOf } from "./open-asks";
import { reopenWithResult } from "./own-result";
import {
  type AskedCall,
  type Calls,
  callMarks,
  contextOf,
  deny,
  MAX_CONCURRENT_CALLS,
  namedPart,
  row,
  type SettledCall,
  show,
  withRead,
} from "./step-calls";

/** Further calls in one step get an error instead of being run. */
const MAX_CALLS = 64;

type Ready = { part: ToolPart; offered: Offered; held?: HeldCall; answeredAsk?: Ask };

export async function settleCalls(calls: Calls): Promise<SettledCall> {
  calls.context.signal.throwIfAborted();
  const settled: SettledCall = { asks: [], calls: [], shown: {} };
  const ready: Ready[] = [];
  const asked: AskedCall[] = [];
  const open = calls.draft.stepTools().filter(isOpen);
  const guard = open.length > 0 && calls.readOrigins.readWeb.length > 0 ? calls.guard() : FREE;
  for (const [index, part] of open.entries()) {
    const verdict = index < MAX_CALLS ? await authorizeCall(part, calls, guard) : tooMany(open.length);
    if ("error" in verdict) {
      const { error, status = "error", refusedBy, web = [], through = [] } = verdict;
      if (refusedBy) deny(part, calls, settled, { error, refusedBy });
      else {
        const { toolCallId } = part;
        const marked = callMarks(calls, toolCallId, { web, through });
        calls.emit({ type: "tool-output-error", toolCallId, errorText: error, ...marked });
        settled.calls.push(row(part, { status, error }));
      }
    } else if ("ask" in verdict) {
      const { ask: kind, offered, because = null } = verdict;
      asked.push({ part, offered, kind, because });
    } else {
      const { run: offered, held, answeredAsk } = verdict;
      ready.push({ part: calls.draft.tool(part.toolCallId) ?? part, offered, held, answeredAsk });
    }
  }
  for (const { kind, part } of asked) if (kind === "approval") requestApproval(part, calls);
  asked.push(...(await runAll(ready, calls, settled, guard)));
  // Open the asks after the calls have run, because an ask may show what another call of the step has
  // created.
  await openAsksOf(asked, calls, settled);
  return settled;
}

const requestApproval = ({ toolCallId }: ToolPart, { emit }: Calls): void =>
  emit({ type: "tool-approval-request", toolCallId, approvalId: toolCallId });

type Effects = Pick<Ready, "offered" | "held">;

/**
 * Returns true if the call is stored as running, so that a restart can report its possible effects. A held
 * call is stopped before it has effects, so it may run twice.
 */
const mayLeaveEffects = ({ offered: { tool }, held }: Effects): boolean =>
  !held && (tool.hints.idempotent !== true || (tool.hints.writes?.length ?? 0) > 0);

/**
 * Returns true if the call must be stored as running before it starts. An idempotent built-in tool needs no
 * such write. A tool of an MCP server does, because the server may be gone when the run is resumed.
 */
const needsIntent = ({ offered: { tool } }: Effects): boolean =>
  tool.hints.idempotent !== true || tool.served !== undefined;

/** Runs the calls. Returns those that a guard stopped before they acted and that now wait for the user. */
async function runAll(
  ready: Ready[],
  calls: Calls,
  settled: SettledCall,
  guard: CallGuard,
): Promise<AskedCall[]> {
  calls.context.signal.throwIfAborted();
  const lasting = ready.filter(mayLeaveEffects);
  if (lasting.some(needsIntent))
    await calls.intend(lasting.map(({ part }) => row(part, { status: "running" })));
  const limit = pLimit(MAX_CONCURRENT_CALLS);
  const asked: AskedCall[] = [];
  const run = async ({ part, offered, held, answeredAsk }: Ready) => {
    const { toolCallId } = part;
    const nested = new NestedCalls(calls, guard.forCode());
    const { limits } = offered;
    const agreed = answeredAsk && {
      agreed: approvedChangesOf(answeredAsk),
      agreedToServer: approvedServerAsks(answeredAsk),
    };
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
    const marked = callMarks(calls, toolCallId, outcome);
    if (!outcome.ok && outcome.held && held?.policy === "ask") {
      const { covers } = outcome;
      const because = {
        ...webReason(withRead(calls.readOrigins, outcome)),
        ...{ acts: [...outcome.held], ...(covers && { covers }) },
      };
      requestApproval(part, calls);
      asked.push({ part, offered, kind: "approval", because });
      return;
    }
    if (!outcome.ok && outcome.waits) {
      // Record that the call waits: a row left as running would count as interrupted. The work of a call that is
      // idempotent by its id has started, so its row stays.
      if (offered.tool.hints.idempotent !== "by id" && mayLeaveEffects({ offered, held }))
        settled.calls.push(row(part, { status: "waiting", durationMs }));
      requestApproval(part, calls);
      asked.push({ part, offered, kind: "approval", because: outcome.waits });
      return;
    }
    if (!outcome.ok && (outcome.held || outcome.isOverRate)) {
      const error = outcome.held ? notAfterWeb(toolName(part)) : outcome.error;
      deny(part, calls, settled, { error, refusedBy: outcome.held ? "web" : "rate", durationMs, logs });
    } else if (outcome.ok) {
      const { output, shown } = outcome;
      if (shown) show(calls, settled, toolCallId, shown);
      if (shown && offered.tool.answer) {
        calls.emit(reopenWithResult(part, output, marked ? marked.toolMetadata : {}));
        settled.asks.push({ ...namedPart(part), ...ANSWER_ASK });
      } else calls.emit({ type: "tool-output-available", toolCallId, output, ...marked });
      settled.calls.push(row(part, { status: "ok", output: withoutImage(output), durationMs, logs }));
    } else {
      calls.emit({ type: "tool-output-error", toolCallId, errorText: outcome.error, ...marked });
      settled.calls.push(row(part, { status: "error", error: outcome.error, durationMs, logs }));
    }
  };
  await Promise.all(ready.map((item) => limit(run, item)));
  return asked;
}

const ANSWER_ASK = { kind: "answer", because: null, awaits: true, inputHash: null } as const;

const tooMany = (count: number): CallVerdict => ({
  error: `${count} calls in one step are too many: the first ${MAX_CALLS} were run. Call the rest in the next step if needed.`,
});
