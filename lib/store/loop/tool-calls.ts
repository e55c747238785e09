import { z } from "zod";
import type { ToolCall, ToolCallPage } from "@/lib/shared/tools/calls";
import { sql } from "@/lib/store/db";
import type { Conversation, ToolCallRow } from "@/lib/store/rows";
import { after, conversationOf, newestFirst, placeInTime, writeCursor } from "./call-cursor";

const PAGE = 20;
/** Characters of JSON of one input, result or log; a page of whole ones could have megabytes. */
const MOST = 20_000;
const START = 4_000;

type Query = {
  cursor?: string;
  limit?: number;
  /** Only those of this message, and only the one with this id. */
  message?: string;
  call?: string;
};

/** Calls of one tool, newest first; what is large is cut and says so. */
export async function listToolCalls(
  agentId: string,
  toolName: string,
  { cursor, limit = PAGE, message, call }: Query = {},
): Promise<ToolCallPage> {
  const rows = await sql()<Row[]>`
    select t.conversation_id as "conversationId", t.message_id as "messageId", t.tool_call_id as "toolCallId", t.parent_tool_call_id as "parentToolCallId",
      case when c.deleted_at is null then c.title end as title, t.status, ${cut("input")}, ${cut("output")}, ${cut("logs")},
      left(t.error, ${MOST}) as error, t.duration_ms as "durationMs", t.created_at as "createdAt", ${placeInTime()} as at
    from tool_calls t ${conversationOf(sql()`t.conversation_id`)}
    where t.agent_id = ${agentId} and t.tool_name = ${toolName}
      and (${message ?? null}::text is null or t.message_id = ${message ?? null})
      and (${call ?? null}::text is null or t.tool_call_id = ${call ?? null}) ${after(cursor)}
    ${newestFirst()}
    limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    calls: page.map(toCall),
    ...(rows.length > limit && last && { nextCursor: writeCursor(last) }),
  };
}

type Row = Omit<ToolCallRow, "agentId" | "runId" | "toolName"> & {
  title: Conversation["title"] | null;
  /** The time as a cursor has it. */
  at: string;
};

const cut = (column: "input" | "output" | "logs") => {
  const name = () => sql()(column);
  return sql()`
    case when length(t.${name()}::text) > ${MOST}
      then json_build_object('truncated', true, 'start', left(t.${name()}::text, ${START}))
      else t.${name()} end as ${name()}`;
};

const cutLogs = z.object({ start: z.string() });

function toCall({ at: _, logs, createdAt, ...row }: Row): ToolCall {
  const start = cutLogs.safeParse(logs).data?.start;
  return {
    ...row,
    logs: start === undefined ? logs : [`${start} … and more`],
    createdAt: new Date(createdAt).toISOString(),
  };
}
