import type { AppPolicy } from "@/lib/shared/mcp/apps";
import type { SheetId } from "@/lib/store/conversations/sheets";
import { asJson, sql } from "@/lib/store/db";
import type { McpAppRow, McpAppSheetRow } from "@/lib/store/rows";

export type McpApp = Pick<McpAppRow, "hash" | "html"> & { policy: AppPolicy };

/** Documents that no sheet shows are kept for an hour: a call that has brought one may not be stored yet. */
export async function keepMcpApp({ hash, html, policy }: McpApp): Promise<void> {
  await sql()`
    with old as (
      delete from mcp_apps a where a.created_at < now() - interval '1 hour' and a.hash <> ${hash}
        and not exists (select from mcp_app_sheets s where s.app = a.hash)
    )
    insert into mcp_apps (hash, html, policy) values (${hash}, ${html}, ${asJson(policy)}::json)
    on conflict (hash) do update set created_at = now()`;
}

export async function readMcpAppPolicy(hash: string): Promise<AppPolicy | null> {
  const [row] = await sql()<Pick<McpApp, "policy">[]>`select policy from mcp_apps where hash = ${hash}`;
  return row?.policy ?? null;
}

export type McpAppSheet = Pick<McpAppSheetRow, "server" | "tool" | "app"> & {
  input: Record<string, unknown>;
  result: Record<string, unknown>;
};

/** Keeps what a call has given its app; the same call again has given it anew. */
export async function keepMcpAppSheet(
  { agentId, conversationId, messageId, toolCallId }: SheetId,
  { server, tool, app, input, result }: McpAppSheet,
): Promise<void> {
  await sql()`
    insert into mcp_app_sheets (conversation_id, message_id, tool_call_id, agent_id, server, tool, app, input, result)
    values (${conversationId}, ${messageId}, ${toolCallId}, ${agentId}, ${server}, ${tool}, ${app},
      ${asJson(input)}::json, ${asJson(result)}::json)
    on conflict (conversation_id, message_id, tool_call_id) do update
    set app = excluded.app, input = excluded.input, result = excluded.result`;
}

/** The app of a call with what it was given; null where the call has shown none, or its conversation is gone. */
export async function readMcpAppSheet({
  agentId,
  conversationId,
  messageId,
  toolCallId,
}: SheetId): Promise<(McpAppSheet & Omit<McpApp, "hash">) | null> {
  const [row] = await sql()<(McpAppSheet & Omit<McpApp, "hash">)[]>`
    select s.server, s.tool, s.app, s.input, s.result, a.html, a.policy
    from mcp_app_sheets s join mcp_apps a on a.hash = s.app
      join conversations c on c.id = s.conversation_id and c.deleted_at is null
    where s.agent_id = ${agentId} and s.conversation_id = ${conversationId} and s.message_id = ${messageId}
      and s.tool_call_id = ${toolCallId}`;
  return row ?? null;
}

export type AppCall = {
  id: string;
  name: string;
  input: unknown;
  status: "ok" | "error" | "denied";
  output?: unknown;
  error?: string;
  durationMs?: number;
};

/** Puts a call that an app has made on the record, below the one that has shown the app. */
export async function recordAppCall(
  { conversationId, messageId, toolCallId }: SheetId,
  { id, name, input, status, output = null, error, durationMs }: AppCall,
): Promise<void> {
  const said = error?.replaceAll("\0", "\uFFFD").toWellFormed() ?? null;
  await sql()`
    insert into tool_calls (conversation_id, message_id, agent_id, run_id, tool_call_id, parent_tool_call_id, tool_name,
      input, status, output, error, duration_ms)
    select conversation_id, message_id, agent_id, run_id, ${id}, tool_call_id, ${name}, ${asJson(input)}::json, ${status},
      ${asJson(output)}::json, ${said}, ${durationMs ?? null}
    from tool_calls
    where conversation_id = ${conversationId} and message_id = ${messageId} and tool_call_id = ${toolCallId}`;
}
