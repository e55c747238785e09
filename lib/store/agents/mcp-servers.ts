import { and, asc, eq, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { agents, mcpServers, settings } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import { MAX_SERVERS, type Transport } from "@/lib/shared/mcp/input";
import type { ServedTool } from "@/lib/shared/mcp/served";
import { toolsetOf } from "@/lib/shared/mcp/view";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import type { McpServerRow } from "@/lib/store/rows";
import { toolKey } from "./change-settings";

/** A stored server; headers, env and oauth are encrypted. */
export type McpServer = Omit<McpServerRow, "transport" | "args" | "tools"> & {
  transport: Transport;
  args: string[];
  tools: ServedTool[];
};

export type NewMcpServer = Pick<
  McpServer,
  | "id"
  | "title"
  | "transport"
  | "url"
  | "command"
  | "args"
  | "headers"
  | "env"
  | "oauth"
  | "enabled"
  | "addedByHand"
>;

/** The cast is safe, because rows are validated before they are written. */
const toServer = (row: McpServerRow) => row as McpServer;

export const isServer = (agentId: string, id: string) =>
  and(eq(mcpServers.agentId, agentId), eq(mcpServers.id, id));

export const publishServer = (agent: string, id: string) => publish({ type: "mcp", agent, id });

export async function listMcpServers(agentId: string | null = null): Promise<McpServer[]> {
  const rows = await db()
    .select()
    .from(mcpServers)
    .where(agentId === null ? undefined : eq(mcpServers.agentId, agentId))
    .orderBy(asc(mcpServers.agentId), asc(mcpServers.createdAt), asc(mcpServers.id));
  return rows.map(toServer);
}

export async function readMcpServer(agentId: string, id: string): Promise<McpServer | null> {
  const [row] = await db().select().from(mcpServers).where(isServer(agentId, id));
  return row ? toServer(row) : null;
}

export async function lockMcpServer(
  tx: TransactionSql,
  agentId: string,
  id: string,
): Promise<McpServer | undefined> {
  const [row] = await db(tx).select().from(mcpServers).where(isServer(agentId, id)).for("update");
  return row && toServer(row);
}

/** Adds several servers, all or none. Throws an AppError if an id is taken or there are too many. */
export async function addMcpServers(agentId: string, servers: readonly NewMcpServer[]): Promise<void> {
  await sql().begin(async (tx) => {
    await db(tx).select({ id: agents.id }).from(agents).where(eq(agents.id, agentId)).for("update");
    const there = await db(tx)
      .select({ id: mcpServers.id })
      .from(mcpServers)
      .where(eq(mcpServers.agentId, agentId));
    const taken = servers.find(({ id }) => there.some((one) => one.id === id));
    if (taken)
      throw new AppError(
        "conflict",
        `A server "${taken.id}" already exists. Choose another id, or change that server.`,
      );
    if (there.length + servers.length > MAX_SERVERS)
      throw new AppError(
        "invalid",
        `The maximum is ${MAX_SERVERS} servers, and there are ${there.length}. Remove one first.`,
      );
    for (const {
      id,
      title,
      transport,
      url,
      command,
      args,
      headers,
      env,
      oauth,
      enabled,
      addedByHand,
    } of servers)
      await db(tx)
        .insert(mcpServers)
        .values({
          ...{ agentId, id, title, transport, url, command, args, headers, env, oauth, enabled, addedByHand },
        });
  });
  for (const { id } of servers) publishServer(agentId, id);
}

type Change = Partial<
  Pick<
    McpServer,
    "title" | "url" | "command" | "args" | "headers" | "env" | "oauth" | "enabled" | "confirmed"
  >
>;

/**
 * Changes the given fields. Any change except the title increments `revision`, which reconnects the server.
 * Returns false if there is no such server.
 */
export async function changeMcpServer(agentId: string, id: string, change: Change): Promise<boolean> {
  const found = await sql().begin(async (tx) => {
    const row = await lockMcpServer(tx, agentId, id);
    if (!row) return false;
    const { title, url, command, args, headers, env, oauth, enabled, confirmed } = { ...row, ...change };
    const isSame = Object.keys(change).every((key) => key === "title");
    await db(tx)
      .update(mcpServers)
      .set({
        ...{ title, url, command, args, headers, env, oauth, enabled, confirmed },
        revision: row.revision + (isSame ? 0 : 1),
      })
      .where(isServer(agentId, id));
    return true;
  });
  if (found) publishServer(agentId, id);
  return found;
}

/**
 * Deletes a server and the settings of its tools, because another server may use the same id later. Returns
 * false if it does not exist.
 */
export async function deleteMcpServer(agentId: string, id: string): Promise<boolean> {
  const keys = await sql().begin(async (tx) => {
    const [row] = await db(tx)
      .delete(mcpServers)
      .where(isServer(agentId, id))
      .returning({ tools: mcpServers.tools });
    if (!row) return null;
    const gone = [
      `toolset:${toolsetOf(id)}`,
      ...(row.tools as ServedTool[]).map(({ name }) => toolKey(name)),
    ];
    await db(tx).delete(settings).where(underKeys(agentId, gone));
    return gone;
  });
  if (!keys) return false;
  publishServer(agentId, id);
  publish({ type: "settings", agent: agentId });
  return true;
}

/**
 * Stores OAuth data. Publishes no notice, because tokens are renewed often and the connection that requested
 * them has them already.
 */
export async function keepMcpOauth(agentId: string, id: string, oauth: string | null): Promise<void> {
  await db().update(mcpServers).set({ oauth }).where(isServer(agentId, id));
}

export const underKeys = (agentId: string, keys: readonly string[]) =>
  and(
    eq(settings.agentId, agentId),
    raw`${settings.key} in (select json_array_elements_text(${asJson(keys)}::json))`,
  );
