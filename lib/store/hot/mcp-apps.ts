import { asJson, sql } from "@/lib/store/db";
import type { McpAppRow, ToolCallRow } from "@/lib/store/rows";

/**
 * Stores an app, and deletes apps that no surface uses. Apps stored within the last hour are kept, because the
 * call that shows such an app may not be stored yet. Raw SQL: writes in a CTE.
 */
export const keepMcpApp = ({ hash, html, policy }: Pick<McpAppRow, "hash" | "html" | "policy">) => sql()`
  with old as (
    delete from mcp_apps a where a.created_at < now() - interval '1 hour' and a.hash <> ${hash}
      and not exists (select from mcp_app_sheets s where s.app = a.hash)
  )
  insert into mcp_apps (hash, html, policy) values (${hash}, ${html}, ${asJson(policy)}::json)
  on conflict (hash) do update set created_at = now()`;

export type AppCall = {
  id: string;
  name: string;
  input: unknown;
  status: "ok" | "error" | "denied";
  output?: unknown;
  error?: string;
  durationMs?: number;
};

/** Adds a call made by an app, below the call that showed it. Raw SQL: inserts a selection. */
export const recordAppCall = (
  { conversationId, messageId, toolCallId }: Pick<ToolCallRow, "conversationId" | "messageId" | "toolCallId">,
  { id, name, input, status, output = null, error, durationMs }: AppCall,
) => sql()`
  insert into tool_calls (conversation_id, message_id, agent_id, run_id, tool_call_id, parent_tool_call_id, tool_name,
    input, status, output, error, duration_ms)
  select conversation_id, message_id, agent_id, run_id, ${id}, tool_call_id, ${name}, ${asJson(input)}::json, ${status},
    ${asJson(output)}::json, ${error ?? null}, ${durationMs ?? null}
  from tool_calls
  where conversation_id = ${conversationId} and message_id = ${messageId} and tool_call_id = ${toolCallId}`;
