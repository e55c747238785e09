import { relaxedSql } from "@/lib/store/db";
import type { RequestRow } from "@/lib/store/rows";

type NewRequest = Omit<RequestRow, "id" | "createdAt"> & { at: string };

/**
 * Adds requests in their order: none of an agent that is gone, and no conversation that is gone. By hand: it inserts what it
 * selects from several tables.
 */
export const addRequests = (rows: readonly NewRequest[]) => relaxedSql()`
  insert into requests (agent_id, conversation_id, message_id, tool_call_id, tool, via, method, url, host, address, status,
    sent, received, ms, verdict, reason, created_at)
  select a.id, c.id, r."messageId", r."toolCallId", r.tool, r.via, r.method, r.url, r.host, r.address, r.status, r.sent,
    r.received, r.ms, r.verdict, r.reason, r.at
  from json_to_recordset(${JSON.stringify(rows.map((row, n) => ({ ...row, n })))}::json) as r(n int, "agentId" uuid,
    "conversationId" uuid, "messageId" text, "toolCallId" text, tool text, via text, method text, url text, host text,
    address text, status int, sent bigint, received bigint, ms int, verdict text, reason text, at timestamptz)
  join agents a on a.id = r."agentId"
  left join conversations c on c.id = r."conversationId" and c.agent_id = a.id
  order by r.n`;
