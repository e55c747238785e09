import { and, eq, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { asks, conversations, runs, toolCalls } from "@/drizzle/schema";
import type { SurfaceId } from "@/lib/store/conversations/surfaces";
import { asJson, db, jsonValue, prepareOnce } from "@/lib/store/db";
import { processId } from "@/lib/store/process-id";
import type { ToolCallRow } from "@/lib/store/rows";
import { type Ask, askColumns } from "./asks";
import type { RunContext } from "./run-context";

type MessageRef = Pick<RunContext, "conversationId" | "messageId">;

const decided = prepareOnce((on) =>
  on
    .select(askColumns)
    .from(asks)
    .where(
      and(
        eq(asks.conversationId, raw.placeholder("conversationId")),
        eq(asks.messageId, raw.placeholder("messageId")),
        raw`${asks.kind} = 'approval' and ${asks.status} <> 'open'`,
      ),
    )
    .prepare("decided"),
);

/** Returns a message's approvals that are no longer open, by call id. */
export async function readDecided({ conversationId, messageId }: MessageRef): Promise<Map<string, Ask>> {
  const rows = await decided().execute({ conversationId, messageId });
  return new Map(rows.map((ask) => [ask.toolCallId, ask]));
}

const interrupted = prepareOnce((on) =>
  on
    .select({ id: toolCalls.toolCallId })
    .from(toolCalls)
    .where(
      and(
        eq(toolCalls.conversationId, raw.placeholder("conversationId")),
        eq(toolCalls.messageId, raw.placeholder("messageId")),
        eq(toolCalls.status, "running"),
      ),
    )
    .prepare("interrupted"),
);

/** Returns the ids of calls that started without a stored result. */
export async function readInterrupted({ conversationId, messageId }: MessageRef): Promise<Set<string>> {
  const rows = await interrupted().execute({ conversationId, messageId });
  return new Set(rows.map(({ id }) => id));
}

/** A call that waits in this process, because its MCP server has asked the user a question. */
export type WaitingCall = { conversationId: string; messageId: string; toolCallId: string };

/** `rejected`: the user has rejected the question. `over`: the call will not continue in this process. */
export type WaitingCallState = "waits" | "rejected" | "over";

/** Returns the state of each call, keyed by the JSON array of conversation, message and call id. */
export async function readWaitingCalls(
  places: readonly WaitingCall[],
): Promise<Map<string, WaitingCallState>> {
  const place = {
    conversationId: raw<string>`place."conversationId"`,
    messageId: raw<string>`place."messageId"`,
    toolCallId: raw<string>`place."toolCallId"`,
  };
  const waitingConversation = alias(conversations, "conversation_of_held");
  const isThere = db()
    .select({ id: waitingConversation.id })
    .from(waitingConversation)
    .where(
      raw`${waitingConversation.id} = ${runs.conversationId} and ${waitingConversation.deletedAt} is null`,
    );
  const rows = await db()
    .select({
      ...place,
      isRejected: raw<boolean>`coalesce(${asks.status} = 'answered' and ${asks.output}->>'decision' = 'reject', false)`,
      isAtWork: raw<boolean>`${asks.status} is distinct from 'closed' and ${runs.id} is not null`,
    })
    .from(
      raw`json_to_recordset(${asJson(places)}::json) as place("conversationId" uuid, "messageId" text, "toolCallId" text)`,
    )
    .leftJoin(
      asks,
      and(
        ...[eq(asks.conversationId, place.conversationId), eq(asks.messageId, place.messageId)],
        eq(asks.toolCallId, place.toolCallId),
      ),
    )
    .leftJoin(
      runs,
      and(
        ...[eq(runs.conversationId, place.conversationId), eq(runs.messageId, place.messageId)],
        raw`${runs.status} in ('running', 'waiting')
          and (${runs.status} = 'waiting' or ${runs.leaseOwner} = ${processId()}::uuid) and exists ${isThere}`,
      ),
    );
  return new Map(
    rows.map(({ conversationId, messageId, toolCallId, isRejected, isAtWork }) => [
      JSON.stringify([conversationId, messageId, toolCallId]),
      isRejected ? "rejected" : isAtWork ? "waits" : "over",
    ]),
  );
}

type Ended = { output?: unknown; error?: string | null; durationMs?: number | null; logs?: string[] } & Pick<
  ToolCallRow,
  "status"
>;

export async function endSurfaceCall(
  { conversationId, messageId }: SurfaceId,
  id: string,
  { status, output = null, error = null, durationMs = null, logs }: Ended,
): Promise<void> {
  await db()
    .update(toolCalls)
    .set({ status, output: jsonValue(output), durationMs, error, logs: logs?.length ? logs : null })
    .where(
      and(
        ...[eq(toolCalls.conversationId, conversationId), eq(toolCalls.messageId, messageId)],
        eq(toolCalls.toolCallId, id),
      ),
    );
}
