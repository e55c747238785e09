import { and, asc, count, desc, eq, exists, isNull, sql as raw } from "drizzle-orm";
import { agents, mcpTokens } from "@/drizzle/schema";
import { actingMember, viewer } from "@/lib/ground/base/acting";
import { log } from "@/lib/ground/base/log";
import { AppError } from "@/lib/shared/errors";
import { MAX_TOKENS, type Scope, type TokenTools, type TokenView } from "@/lib/shared/mcp/tokens";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { publish } from "@/lib/store/bus";
import { db, sql } from "@/lib/store/db";
import { findReach, type Reach } from "@/lib/store/hot/subagents";
import { lockName } from "@/lib/store/locks";
import type { McpTokenRow } from "@/lib/store/rows";

/** Seconds after which a use updates `lastUsedAt` again, so that most requests write nothing. */
const TOUCH_S = 60;

export type McpToken = Pick<McpTokenRow, "id" | "agentId" | "memberId" | "name" | "tools" | "scopes">;

export type WantedToken = { name: string; tools: TokenTools; scopes?: readonly Scope[]; days?: number };

/** Stores the hash of a token and returns the row's id. Throws `conflict` if there are too many. */
export async function addToken(
  agentId: string,
  { name, tools, scopes = [], days }: WantedToken,
  tokenHash: string,
): Promise<string> {
  return sql().begin(async (tx) => {
    await lockName(tx, `${agentId} mcp tokens`);
    const [there] = await db(tx)
      .select({ count: count() })
      .from(mcpTokens)
      .where(eq(mcpTokens.agentId, agentId));
    if (!there || there.count >= MAX_TOKENS)
      throw new AppError(
        "conflict",
        `There are already ${MAX_TOKENS} tokens, the maximum. Revoke one that is no longer used.`,
      );
    const memberId = actingMember() ?? OWNER_ID;
    const [row] = await db(tx)
      .insert(mcpTokens)
      .values({
        agentId,
        memberId,
        name,
        tokenHash,
        tools: tools === "*" ? null : tools,
        scopes: [...new Set(scopes)],
        expiresAt: days === undefined ? null : raw`now() + ${days} * interval '1 day'`,
      })
      .returning({ id: mcpTokens.id });
    if (!row) throw new Error("The token was not stored");
    return row.id;
  });
}

/** Lists the tokens of the acting member. */
export async function listTokens(agentId: string): Promise<TokenView[]> {
  const rows = await db()
    .select({
      ...{ id: mcpTokens.id, name: mcpTokens.name, tools: mcpTokens.tools, scopes: mcpTokens.scopes },
      expiresAt: raw<string | null>`to_json(${mcpTokens.expiresAt})`,
      createdAt: raw<string>`to_json(${mcpTokens.createdAt})`,
      lastUsedAt: raw<string | null>`to_json(${mcpTokens.lastUsedAt})`,
    })
    .from(mcpTokens)
    .where(and(eq(mcpTokens.agentId, agentId), isOwn()))
    .orderBy(desc(mcpTokens.createdAt), asc(mcpTokens.id));
  return rows.map((row) => ({ ...row, tools: row.tools ?? "*" }));
}

/**
 * Returns the token with this hash, or null if it was revoked, has expired or its agent is deleted. Updates `lastUsedAt`
 * in the background.
 */
export async function admitToken(tokenHash: string): Promise<McpToken | null> {
  const { id, agentId, memberId, name, tools, scopes, lastUsedAt } = mcpTokens;
  const isAgentThere = exists(
    db()
      .select({ id: agents.id })
      .from(agents)
      .where(and(eq(agents.id, agentId), isNull(agents.deletedAt))),
  );
  const [row] = await db()
    .select({
      ...{ id, agentId, memberId, name, tools, scopes },
      isOld: raw<boolean>`coalesce(${lastUsedAt} < now() - ${TOUCH_S} * interval '1 s', true)`,
    })
    .from(mcpTokens)
    .where(and(eq(mcpTokens.tokenHash, tokenHash), isLive, isAgentThere));
  if (!row) return null;
  const { isOld, ...token } = row;
  if (isOld) void touch(token.id);
  return token;
}

const isLive = raw`coalesce(${mcpTokens.expiresAt} > now(), true)`;

const isOwn = () => {
  const member = viewer();
  return member === null ? undefined : eq(mcpTokens.memberId, member);
};

const touch = (id: string) =>
  db()
    .update(mcpTokens)
    .set({ lastUsedAt: raw`now()` })
    .where(eq(mcpTokens.id, id))
    .catch((error) => log.warn("The last use of a token was not stored", error));

export async function isLiveToken(id: string): Promise<boolean> {
  const [row] = await db()
    .select({ id: mcpTokens.id })
    .from(mcpTokens)
    .where(and(eq(mcpTokens.id, id), isLive));
  return row !== undefined;
}

/** Revokes a token. Servers end the token's open requests, too. Returns false if it does not exist. */
export async function revokeToken(agentId: string, id: string): Promise<boolean> {
  const gone = await db()
    .delete(mcpTokens)
    .where(and(eq(mcpTokens.id, id), eq(mcpTokens.agentId, agentId), isOwn()))
    .returning({ id: mcpTokens.id });
  if (gone.length > 0) publish({ type: "mcp_token", agent: agentId, id });
  return gone.length > 0;
}

export type { Reach };

/**
 * Returns the tools that a run may use because a program's token limits it, or null if no token does. The
 * limit also applies to a subagent of the program's run until the subagent has settled, to a subagent that
 * repeats its task, and to the run that reads a subagent's result. Follows the calls of `ask_agent` up to the
 * program's message, whose metadata contain the tools.
 */
export async function readReach({
  conversationId,
  messageId,
}: {
  conversationId: string;
  messageId: string;
}): Promise<Reach | null> {
  const [row] = await findReach(conversationId, messageId);
  return row ?? null;
}
