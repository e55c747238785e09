import { z } from "zod";
import { callForProgram } from "@/lib/agent/loop/program";
import type { Equipment } from "@/lib/agent/message/equipment";
import { isOpen, isToolPart, type Message, type ToolPart } from "@/lib/agent/message/message";
import { hasReceived, originsReceived } from "@/lib/doors/programs/received";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { readCall, type StoredCall } from "@/lib/store/loop/program-calls";
import { withRetry } from "@/lib/store/unreachable";
import { conversationsOf } from "./conversations";

/**
 * Maximum attempts. The user may be using the conversation that this program used before; the next attempt then
 * takes another one, and a new conversation is always free.
 */
const MAX_ATTEMPTS = 5;

/** A program's call. `outcome` is null while it runs or waits for the user. */
export type McpCall = {
  id: string;
  conversationId: string;
  isWaiting: boolean;
  outcome: { ok: true; output: unknown } | { ok: false; error: string } | null;
};

type Wanted = { toolName: string; toolset: string; input: unknown };

/** Makes a call. Resolves when the call waits for the user or has ended. */
export async function makeCall(token: McpToken, wanted: Wanted, equipment: Equipment): Promise<McpCall> {
  const { agentId, id: tokenId, name, tools } = token;
  const { toolName, toolset, input } = wanted;
  const conversations = conversationsOf(tokenId);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const place = conversations.take();
    const started = await callForProgram({
      ...{ agentId, conversationId: place.id, toolName, input, equipment },
      program: { tokenId, name, toolset, tools },
      origins: originsReceived(tokenId),
    });
    if (!started) continue;
    await started.settled;
    const { messageId } = started;
    const stored = await withRetry(() => readCall(tokenId, { conversationId: place.id, messageId }));
    if (!stored) break;
    hasReceived(tokenId, stored.readWeb);
    const call = callOf(stored);
    if (call.outcome) conversations.giveBack(place);
    return call;
  }
  throw new AppError(
    "conflict",
    `${toolName} could not be called because of concurrent activity. Call it again.`,
  );
}

/** Returns an earlier call of this token, or null if there is none or its conversation was deleted. */
export async function findCall({ id: tokenId }: McpToken, id: string): Promise<McpCall | null> {
  const [conversationId, messageId] = callId.safeParse(id).data ?? [];
  if (!conversationId || !messageId) return null;
  const stored = await readCall(tokenId, { conversationId, messageId });
  if (!stored) return null;
  hasReceived(tokenId, stored.readWeb);
  return callOf(stored);
}

const callId = z
  .string()
  .transform((id) => id.split("."))
  .pipe(z.tuple([uuid, uuid]));

function callOf({ conversationId, messageId, parts, status }: StoredCall): McpCall {
  const part = (parts as Message["parts"]).find(isToolPart);
  const isWaiting = status === "waiting";
  return {
    ...{ id: `${conversationId}.${messageId}`, conversationId, isWaiting },
    outcome: part && (!isOpen(part) || !(isWaiting || status === "running")) ? outcomeOf(part) : null,
  };
}

function outcomeOf(part: ToolPart): NonNullable<McpCall["outcome"]> {
  switch (part.state) {
    case "output-available":
      return { ok: true, output: part.output };
    case "output-error":
      return { ok: false, error: part.errorText };
    case "output-denied":
      return { ok: false, error: part.approval.reason ?? "The user refused this call." };
    default:
      return { ok: false, error: "The call was stopped before it had a result." };
  }
}
