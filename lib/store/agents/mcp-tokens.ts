import { log } from "@/lib/ground/base/log";
import { AppError } from "@/lib/shared/errors";
import { MAX_TOKENS, type TokenTools, type TokenView } from "@/lib/shared/mcp/tokens";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import type { McpTokenRow } from "@/lib/store/rows";

/** How exact "last used" is: not every request is a write. */
const TOUCH_S = 60;

export type McpToken = Pick<McpTokenRow, "id" | "agentId" | "name" | "tools">;

/** Stores a token, of which only the hash is kept. Gives its id. */
export async function addToken(
  agentId: string,
  { name, tools }: { name: string; tools: TokenTools },
  tokenHash: string,
): Promise<string> {
  return sql().begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${agentId} mcp tokens`}, 0))`;
    const [row] = await tx<{ id: string }[]>`
      insert into mcp_tokens (agent_id, name, token_hash, tools)
      select ${agentId}, ${name}, ${tokenHash}, ${tools === "*" ? null : asJson(tools)}::json
      where (select count(*) from mcp_tokens where agent_id = ${agentId}) < ${MAX_TOKENS} returning id`;
    if (row) return row.id;
    throw new AppError(
      "conflict",
      `There are ${MAX_TOKENS} tokens already. Revoke one that is not used any more.`,
    );
  });
}

/** The newest first. */
export const listTokens = (agentId: string): Promise<TokenView[]> => sql()<TokenView[]>`
  select id, name, coalesce(tools, '"*"'::json) as tools, to_json(created_at) as "createdAt", to_json(last_used_at) as "lastUsedAt"
  from mcp_tokens where agent_id = ${agentId} order by created_at desc, id`;

/** The token of this hash, unless it was revoked; notes that it was used. */
export async function admitToken(tokenHash: string): Promise<McpToken | null> {
  const [row] = await sql()<(McpToken & { isOld: boolean })[]>`
    select id, agent_id as "agentId", name, tools,
      coalesce(last_used_at < now() - ${TOUCH_S} * interval '1 s', true) as "isOld"
    from mcp_tokens where token_hash = ${tokenHash}
      and exists (select from agents a where a.id = agent_id and a.deleted_at is null)`;
  if (!row) return null;
  const { isOld, ...token } = row;
  if (isOld) void touch(token.id);
  return token;
}

const touch = (id: string) =>
  sql()`update mcp_tokens set last_used_at = now() where id = ${id}`.catch((error) =>
    log.warn("When a token was last used was not stored", error),
  );

export async function isLiveToken(id: string): Promise<boolean> {
  const [row] = await sql()`select from mcp_tokens where id = ${id}`;
  return row !== undefined;
}

/** Ends it, also for requests that are open, on every server. False when there is none. */
export async function revokeToken(agentId: string, id: string): Promise<boolean> {
  const gone = await sql()`delete from mcp_tokens where id = ${id} and agent_id = ${agentId} returning id`;
  if (gone.length > 0) publish({ type: "mcp_token", agent: agentId, id });
  return gone.length > 0;
}
