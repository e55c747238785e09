import { z } from "zod";
import { unreadWhy } from "@/lib/agent/message/bounds";
import { brokenInputMessage } from "@/lib/agent/message/broken-input";
import type { Draft } from "@/lib/agent/message/draft";
import { type ToolPart, toolName } from "@/lib/agent/message/message";
import { afterWeb, webReason, whyOutlives } from "@/lib/agent/offer/after-web";
import {
  missingTool,
  notAfterWeb,
  notAllowed,
  outcomeUnknown,
  refusedCall,
} from "@/lib/agent/offer/refusals";
import type { Offered } from "@/lib/agent/offer/toolset";
import type { CallGuard } from "@/lib/agent/outgoing/outgoing-guard";
import { readsPrivate } from "@/lib/agent/outgoing/private-sources";
import type { RefusedBy } from "@/lib/shared/chat/metadata";
import { type AppError, isAppError } from "@/lib/shared/errors";
import type { ApprovalReason } from "@/lib/shared/tools/approval-reason";
import type { Guard } from "@/lib/shared/tools/external-effects";
import { isRehearsal } from "@/lib/store/agents/rehearsals";
import type { Ask } from "@/lib/store/loop/asks";
import { withRetry } from "@/lib/store/unreachable";
import { invalid, type Read } from "@/lib/tools/toolsets/call";
import { isOutside } from "@/lib/tools/toolsets/outside";
import { refusalOf } from "@/lib/tools/toolsets/refusal";
import { decisionOf, isForCall, isForChanges, isHandedBack } from "./approval";
import { type AskedCall, type Calls, contextOf, originsFor, type StepCallRow } from "./step-calls";

/**
 * A call that starts without approval. `guard` stops it before an action that needs approval. Then `policy`
 * decides whether the call asks the user or is refused.
 */
export type HeldCall = { guard: Guard; policy: "ask" | "deny" };

export type CallVerdict =
  | ({ error: string; status?: StepCallRow["status"]; refusedBy?: RefusedBy } & Partial<Read>)
  | { ask: AskedCall["kind"]; offered: Offered; because?: ApprovalReason | null }
  | { run: Offered; held?: HeldCall; answeredAsk?: Ask };

/**
 * Decides whether a call runs, asks the user or fails. The decision depends on the web text that the model
 * had read when it wrote the calls; web text that a call reads counts from the next step on. A call that was
 * running when its server ended is repeated only if it is idempotent and may still run. Otherwise its status
 * is `unknown`, even if its tool was deleted, disabled, denied or disconnected in the meantime.
 */
export async function authorizeCall(part: ToolPart, calls: Calls, guard: CallGuard): Promise<CallVerdict> {
  const name = toolName(part);
  if (!calls.interrupted.has(part.toolCallId)) return authorizeNewCall(part, calls, guard);
  const unknown = { error: outcomeUnknown(name), status: "unknown" } as const;
  if (!calls.offer.tools.get(name)?.tool.hints.idempotent) return unknown;
  const verdict = await authorizeNewCall(part, calls, guard);
  return "error" in verdict ? unknown : verdict;
}

async function authorizeNewCall(part: ToolPart, calls: Calls, guard: CallGuard): Promise<CallVerdict> {
  const { offer, finishReason, decided, readOrigins, context, draft, emit } = calls;
  const name = toolName(part);
  const offered = offer.tools.get(name);
  if (!offered) return { error: await missingTool(name, offer, context.agentId) };
  const unread = unreadWhy(part);
  if (unread) return { error: invalid(name, unread) };
  const broken = brokenInputMessage(part, finishReason);
  if (broken) return { error: invalid(name, broken) };
  const checked = offered.tool.check(part.input);
  if (!checked.ok) return { error: invalid(name, checked.message) };
  if (offered.policy === "deny") return { error: notAllowed(name), refusedBy: "policy" };
  const { tool } = offered;
  if (isOutside(tool, checked.value) && (await isRehearsal(context.agentId))) return { run: offered };
  const of = { agentId: context.agentId, conversationId: context.conversationId, guard };
  const after = await afterWeb(offered, checked.value, of, originsFor(tool, calls)).catch(toRefusal);
  if (isAppError(after)) return { error: after.message };
  const wanted = tool.pauses || after.when === "acts" ? "allow" : after.policy;
  const covers = wanted === "ask" ? ((await tool.covers?.(checked.value, of)) ?? null) : null;
  const web = covers !== null && offered.isCovered?.(covers) ? "allow" : wanted;
  if (web === "deny") return { error: notAfterWeb(name), refusedBy: "web" };
  const ask = decided.get(part.toolCallId);
  const answeredAsk = ask && isForCall(ask, part, offered.tool) ? ask : undefined;
  const isFree = answeredAsk !== undefined && isHandedBack(answeredAsk);
  const changes = (await withRetry(async () => tool.consents?.(checked.value, context.agentId))) ?? [];
  const isRejected = answeredAsk && decisionOf(answeredAsk).decision === "reject";
  if (answeredAsk && !isFree && (isRejected || isForChanges(answeredAsk, changes)))
    return applyDecision(part, answeredAsk, offered, draft, emit);
  if (tool.pauses) return { ask: "answer", offered };
  const waits = isFree ? null : tool.waits?.({ ...context, toolCallId: part.toolCallId, toolName: name });
  const why = isFree ? null : await withRetry(async () => tool.asks?.(checked.value, context.agentId));
  const outlives = isFree ? null : await whyOutlives(offered, checked.value, of);
  const effect = why ?? outlives;
  const own = effect ? ({ kind: "effect", why: effect } as const) : null;
  const asksWeb = web === "ask" ? { ...webReason(readOrigins), ...(covers !== null && { covers }) } : null;
  const block = changes.length > 0 ? { ...asksWeb, kind: "block" as const, changes } : null;
  const because = waits ?? block ?? asksWeb ?? own;
  if (because || offered.policy === "ask") {
    const own = contextOf(calls, part.toolCallId);
    const refusal = await withRetry(() => refusalOf(tool, checked.value, own));
    return refusal ?? { ask: "approval", offered, because };
  }
  const { policy } = after;
  const ownGuard = readsPrivate(tool) ? guard.forCode() : guard;
  return { run: offered, ...(policy !== "allow" && { held: { guard: ownGuard, policy } }) };
}

/**
 * Returns an `AppError`, with which the call is refused. Rethrows any other error, because it is a fault of
 * the server.
 */
function toRefusal(error: unknown): AppError {
  if (isAppError(error)) return error;
  throw error;
}

/** Applies the user's decision. An approval is valid for the arguments that the user saw or edited. */
function applyDecision(
  part: ToolPart,
  ask: Ask,
  offered: Offered,
  draft: Draft,
  emit: Calls["emit"],
): CallVerdict {
  const { decision: choice, input, reason } = decisionOf(ask);
  const name = toolName(part);
  const { toolCallId } = part;
  if (choice === "reject") return { error: refusedCall(name, reason), refusedBy: "user" };
  if (choice === "edit") {
    const toolMetadata = { edited: { from: z.json().parse(ask.input), ...(reason && { reason }) } };
    emit({ type: "tool-input-available", toolCallId, toolName: name, input, toolMetadata });
    const checked = offered.tool.check(draft.tool(toolCallId)?.input);
    if (!checked.ok) return { error: invalid(name, checked.message) };
  }
  return { run: offered, answeredAsk: ask };
}
