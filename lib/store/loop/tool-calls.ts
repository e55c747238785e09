import { and, asc, eq, gt, isNull, sql as raw } from "drizzle-orm";
import { z } from "zod";
import { conversations, toolCalls } from "@/drizzle/schema";
import type { ToolCall, ToolCallPage } from "@/lib/shared/tools/calls";
import { asJson, db, toIso } from "@/lib/store/db";
import { isOfVisible, isVisible } from "@/lib/store/members/visible";
import type { ToolCallRow } from "@/lib/store/rows";
import { after, conversationOf, newestFirst, placeInTime, writeCursor } from "./call-cursor";

const PAGE = 20;
/** Maximum characters of one input, result or log as JSON. Without a limit, a page could have megabytes. */
const MAX_CHARS = 20_000;
const PREVIEW_CHARS = 4_000;
const MAX_LISTED = 500;

type Query = {
  cursor?: string;
  limit?: number;
  /** Restricts the list to this message, and with `call` to the call with this id. */
  message?: string;
  call?: string;
};

type CallId = Pick<ToolCallRow, "agentId" | "conversationId" | "messageId" | "toolCallId">;

/** Returns one call with its whole values and the web origins of its conversation, or null. */
export async function readToolCall({ agentId, conversationId, messageId, toolCallId }: CallId) {
  const { toolName, status, input, output } = toolCalls;
  const [row] = await db()
    .select({ toolName, status, input, output, readWeb: conversations.readWeb })
    .from(toolCalls)
    .innerJoin(conversations, eq(conversations.id, toolCalls.conversationId))
    .where(
      and(
        ...[eq(toolCalls.agentId, agentId), eq(toolCalls.conversationId, conversationId)],
        ...[eq(toolCalls.messageId, messageId), eq(toolCalls.toolCallId, toolCallId)],
        ...[isNull(conversations.deletedAt), isVisible()],
      ),
    );
  return row ?? null;
}

/** Lists calls of one tool, newest first. Large values are truncated and marked as such. */
export async function listToolCalls(
  agentId: string,
  toolName: string,
  { cursor, limit = PAGE, message, call }: Query = {},
): Promise<ToolCallPage> {
  const conversation = conversationOf(toolCalls.conversationId);
  const { conversationId, messageId, toolCallId, parentToolCallId, status, error, durationMs } = toolCalls;
  const rows = await db()
    .select({
      ...{ conversationId, messageId, toolCallId, parentToolCallId, status, durationMs },
      title: raw<string | null>`case when ${conversation.deletedAt} is null then ${conversation.title} end`,
      ...{ input: cut("input"), output: cut("output"), logs: cut("logs") },
      error: raw<string | null>`left(${error}, ${MAX_CHARS})`,
      ...{ createdAt: toolCalls.createdAt, at: placeInTime(toolCalls) },
    })
    .from(toolCalls)
    .leftJoinLateral(conversation, raw`true`)
    .where(
      and(
        ...[eq(toolCalls.agentId, agentId), eq(toolCalls.toolName, toolName)],
        ...[message === undefined ? undefined : eq(messageId, message)],
        ...[call === undefined ? undefined : eq(toolCallId, call), after(toolCalls, cursor)],
      ),
    )
    .orderBy(...newestFirst(toolCalls))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    calls: page.map(toCall),
    ...(rows.length > limit && last && { nextCursor: writeCursor(last) }),
  };
}

/**
 * Returns the last result of a call with the same input, in a conversation that the acting member may read. Returns
 * undefined without one.
 */
export async function findLastResult(agentId: string, toolName: string, input: unknown): Promise<unknown> {
  const [row] = await db()
    .select({ output: toolCalls.output })
    .from(toolCalls)
    .where(
      and(
        ...[eq(toolCalls.agentId, agentId), eq(toolCalls.toolName, toolName), eq(toolCalls.status, "ok")],
        ...[raw`${toolCalls.input}::text = ${asJson(input)}`, isOfVisible(toolCalls.conversationId)],
      ),
    )
    .orderBy(...newestFirst(toolCalls))
    .limit(1);
  return row?.output;
}

/** Lists the calls of an agent since a time, oldest first, without their results. */
export async function listAllCalls(
  agentId: string,
  since: string,
): Promise<
  Pick<ToolCallRow, "conversationId" | "messageId" | "toolCallId" | "toolName" | "input" | "status">[]
> {
  const { conversationId, messageId, toolCallId, toolName, status, createdAt } = toolCalls;
  return db()
    .select({ conversationId, messageId, toolCallId, toolName, input: cut("input"), status })
    .from(toolCalls)
    .where(and(eq(toolCalls.agentId, agentId), gt(createdAt, since)))
    .orderBy(asc(createdAt), asc(toolCallId))
    .limit(MAX_LISTED);
}

function cut<Name extends "input" | "output" | "logs">(name: Name) {
  const column = toolCalls[name];
  return raw<ToolCallRow[Name]>`
    case when length(${column}::text) > ${MAX_CHARS}
      then json_build_object('truncated', true, 'start', left(${column}::text, ${PREVIEW_CHARS})) else ${column} end`;
}

const cutLogs = z.object({ start: z.string() });

type Row = Omit<ToolCall, "logs"> & Pick<ToolCallRow, "logs"> & { at: string };

function toCall({ at: _, logs, createdAt, ...row }: Row): ToolCall {
  const start = cutLogs.safeParse(logs).data?.start;
  return {
    ...row,
    logs: start === undefined ? logs : [`${start} … and more`],
    createdAt: toIso(createdAt),
  };
}
