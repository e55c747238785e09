import { and, asc, eq, ne, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { agents, mcpServers, settings } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import { MAX_SERVERS, type Transport } from "@/lib/shared/mcp/input";
import { FIRST_VERSION, type ListedTool, type ServedTool } from "@/lib/shared/mcp/served";
import { toolsetOf } from "@/lib/shared/mcp/view";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import type { McpServerRow } from "@/lib/store/rows";
import { toolKey } from "./change-settings";

/** A server as it is stored: headers, env and oauth are sealed. */
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

/** What is written is checked before. */
const toServer = (row: McpServerRow) => row as McpServer;

const at = (agentId: string, id: string) => and(eq(mcpServers.agentId, agentId), eq(mcpServers.id, id));

const changed = (agent: string, id: string) => publish({ type: "mcp", agent, id });

/** Of all agents, or of one; in the order in which they were added. */
export async function listMcpServers(agentId: string | null = null): Promise<McpServer[]> {
  const rows = await db()
    .select()
    .from(mcpServers)
    .where(agentId === null ? undefined : eq(mcpServers.agentId, agentId))
    .orderBy(asc(mcpServers.agentId), asc(mcpServers.createdAt), asc(mcpServers.id));
  return rows.map(toServer);
}

export async function readMcpServer(agentId: string, id: string): Promise<McpServer | null> {
  const [row] = await db().select().from(mcpServers).where(at(agentId, id));
  return row ? toServer(row) : null;
}

async function lockMcpServer(
  tx: TransactionSql,
  agentId: string,
  id: string,
): Promise<McpServer | undefined> {
  const [row] = await db(tx).select().from(mcpServers).where(at(agentId, id)).for("update");
  return row && toServer(row);
}

/** Adds several, all or none. Throws an AppError where an id is taken or there are too many. */
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
        `There is a server "${taken.id}" already. Choose another id, or change that one.`,
      );
    if (there.length + servers.length > MAX_SERVERS)
      throw new AppError(
        "invalid",
        `There can be ${MAX_SERVERS} servers; ${there.length} are there. Remove one first.`,
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
  for (const { id } of servers) changed(agentId, id);
}

type Change = Partial<
  Pick<
    McpServer,
    "title" | "url" | "command" | "args" | "headers" | "env" | "oauth" | "enabled" | "confirmed"
  >
>;

/** Changes what is named; what a connection is made of makes it anew. False where there is no such server. */
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
      .where(at(agentId, id));
    return true;
  });
  if (found) changed(agentId, id);
  return found;
}

/** What the person has set for its tools goes with it: another server may have its name one day. */
export async function deleteMcpServer(agentId: string, id: string): Promise<boolean> {
  const keys = await sql().begin(async (tx) => {
    const [row] = await db(tx)
      .delete(mcpServers)
      .where(at(agentId, id))
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
  changed(agentId, id);
  publish({ type: "settings", agent: agentId });
  return true;
}

/** Signing in brings tokens, again and again: the connection that asked for them is told by itself. */
export async function keepMcpOauth(agentId: string, id: string, oauth: string | null): Promise<void> {
  await db().update(mcpServers).set({ oauth }).where(at(agentId, id));
}

type Listing = {
  listed: readonly ListedTool[];
  instructions: string | null;
  /** Gives a tool the name by which models call it. */
  nameOf(tool: string, taken: ReadonlySet<string>): string;
};

/**
 * Stores what a server offers now. All words of the first listing count as accepted if the user has added the server by hand. A
 * tool whose fingerprint differs later has a new version, and its accepted definition is kept beside; a tool that is added later is
 * not accepted, and new instructions are not stored. Returns null if the server is gone.
 */
export async function keepMcpTools(
  agentId: string,
  id: string,
  { listed, instructions, nameOf }: Listing,
): Promise<Pick<McpServer, "tools" | "instructions"> | null> {
  const stored = await sql().begin(async (tx) => {
    const row = await lockMcpServer(tx, agentId, id);
    if (!row) return null;
    const isFirst = row.connectedAt === null && row.addedByHand;
    const others = await db(tx)
      .select({ name: raw<string>`json_array_elements(${mcpServers.tools}) ->> 'name'` })
      .from(mcpServers)
      .where(and(eq(mcpServers.agentId, agentId), ne(mcpServers.id, id)));
    const taken = new Set([...others, ...row.tools].map(({ name }) => name));
    const versions = await versionsIn(tx, agentId, row.tools);
    const now = listed.map((one): ServedTool => {
      const known = row.tools.find(({ tool }) => tool === one.tool);
      if (!known) {
        const name = nameOf(one.tool, taken);
        taken.add(name);
        const accepted = isFirst ? FIRST_VERSION : 0;
        return { ...one, name, version: FIRST_VERSION, accepted, before: null, present: true };
      }
      const accepted = known.accepted ?? acceptedBefore(known, versions);
      if (known.fingerprint === one.fingerprint) return { ...known, accepted, present: true };
      const before = accepted >= known.version ? known.definition : known.before;
      return { ...known, ...one, version: known.version + 1, accepted, before, present: true };
    });
    const gone = row.tools
      .filter(({ tool }) => !listed.some((one) => one.tool === tool))
      .map((one) => ({ ...one, present: false }));
    const kept = {
      tools: [...now, ...gone.slice(0, MAX_GONE)],
      instructions: isFirst ? instructions : row.instructions,
    };
    await db(tx)
      .update(mcpServers)
      .set({ ...kept, connectedAt: raw`now()` })
      .where(at(agentId, id));
    return kept;
  });
  changed(agentId, id);
  return stored;
}

/** Words that the user read and accepts: tools by name and version, and the instructions. */
export type AcceptedWords = {
  tools: readonly { name: string; version: number }[];
  instructions?: string;
};

/** Accepts words of a server. Returns the name of a tool that has another version by now and accepts nothing; null otherwise. */
export async function acceptMcpWords(
  agentId: string,
  id: string,
  { tools: accepted, instructions }: AcceptedWords,
): Promise<string | null> {
  const stale = await sql().begin(async (tx) => {
    const row = await lockMcpServer(tx, agentId, id);
    const known = row?.tools ?? [];
    const other = accepted.find(
      ({ name, version }) => known.find((one) => one.name === name)?.version !== version,
    );
    if (other) return other.name;
    const versions = new Map(accepted.map(({ name, version }) => [name, version]));
    const tools = known.map((one) => ({ ...one, accepted: versions.get(one.name) ?? one.accepted }));
    await db(tx)
      .update(mcpServers)
      .set({ tools, instructions: instructions ?? row?.instructions ?? null })
      .where(at(agentId, id));
    return null;
  });
  if (stale === null) changed(agentId, id);
  return stale;
}

/** In a row of an earlier release, where the settings held the accepted version. */
function acceptedBefore(
  { name, version, before }: ServedTool,
  versions: ReadonlyMap<string, number>,
): number {
  return before === null ? version : Math.min(version, versions.get(name) ?? FIRST_VERSION);
}

/** Tools that are not offered any more and are known all the same, should they come back as others. */
const MAX_GONE = 128;

async function versionsIn(
  tx: TransactionSql,
  agentId: string,
  tools: readonly ServedTool[],
): Promise<Map<string, number>> {
  const keys = tools.map(({ name }) => toolKey(name));
  const rows = await db(tx)
    .select({ key: settings.key, version: raw<number | null>`(${settings.value} ->> 'version')::int` })
    .from(settings)
    .where(underKeys(agentId, keys));
  return new Map(
    rows.flatMap(({ key, version }) => (version === null ? [] : [[key.slice(toolKey("").length), version]])),
  );
}

const underKeys = (agentId: string, keys: readonly string[]) =>
  and(
    eq(settings.agentId, agentId),
    raw`${settings.key} in (select json_array_elements_text(${asJson(keys)}::json))`,
  );
