import { and, eq, ne, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { mcpServers, settings } from "@/drizzle/schema";
import { FIRST_VERSION, type ListedTool, type ServedTool } from "@/lib/shared/mcp/served";
import { db, sql } from "@/lib/store/db";
import { toolKey } from "./change-settings";
import { isServer, lockMcpServer, type McpServer, publishServer, underKeys } from "./mcp-servers";

type Listing = {
  listed: readonly ListedTool[];
  instructions: string | null;
  nameOf(tool: string, taken: ReadonlySet<string>): string;
};

/**
 * Stores the tools that a server currently lists. If the user added the server by hand, its first listing
 * counts as accepted. If a tool's fingerprint changes later, the tool gets a new version, and its accepted
 * definition is kept in `before`. Later listings do not accept new tools and do not change the instructions.
 * Returns null if the server was deleted.
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
      const existing = row.tools.find(({ tool }) => tool === one.tool);
      if (!existing) {
        const name = nameOf(one.tool, taken);
        taken.add(name);
        const accepted = isFirst ? FIRST_VERSION : 0;
        return { ...one, name, version: FIRST_VERSION, accepted, before: null, present: true };
      }
      const accepted = existing.accepted ?? acceptedBefore(existing, versions);
      if (existing.fingerprint === one.fingerprint) return { ...existing, accepted, present: true };
      const before = accepted >= existing.version ? existing.definition : existing.before;
      return { ...existing, ...one, version: existing.version + 1, accepted, before, present: true };
    });
    const gone = row.tools
      .filter(({ tool }) => !listed.some((one) => one.tool === tool))
      .map((one) => ({ ...one, present: false }));
    const storedListing = {
      tools: [...now, ...gone.slice(0, MAX_GONE)],
      instructions: isFirst ? instructions : row.instructions,
    };
    await db(tx)
      .update(mcpServers)
      .set({ ...storedListing, connectedAt: raw`now()` })
      .where(isServer(agentId, id));
    return storedListing;
  });
  publishServer(agentId, id);
  return stored;
}

/** The definitions that the user has read and accepts: tools by name and version, and the instructions. */
export type AcceptedDefinitions = {
  tools: readonly { name: string; version: number }[];
  instructions?: string;
};

/**
 * Accepts definitions of a server. If a tool has another version by now, accepts nothing and returns its name;
 * otherwise returns null.
 */
export async function acceptMcpDefinitions(
  agentId: string,
  id: string,
  { tools: accepted, instructions }: AcceptedDefinitions,
): Promise<string | null> {
  const stale = await sql().begin(async (tx) => {
    const row = await lockMcpServer(tx, agentId, id);
    const storedTools = row?.tools ?? [];
    const other = accepted.find(
      ({ name, version }) => storedTools.find((one) => one.name === name)?.version !== version,
    );
    if (other) return other.name;
    const versions = new Map(accepted.map(({ name, version }) => [name, version]));
    const tools = storedTools.map((one) => ({ ...one, accepted: versions.get(one.name) ?? one.accepted }));
    await db(tx)
      .update(mcpServers)
      .set({ tools, instructions: instructions ?? row?.instructions ?? null })
      .where(isServer(agentId, id));
    return null;
  });
  if (stale === null) publishServer(agentId, id);
  return stale;
}

/** Returns the accepted version for rows of an earlier release, which stored it in the settings. */
function acceptedBefore(
  { name, version, before }: ServedTool,
  versions: ReadonlyMap<string, number>,
): number {
  return before === null ? version : Math.min(version, versions.get(name) ?? FIRST_VERSION);
}

/** Maximum removed tools that are remembered, in case the server lists them again with another definition. */
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
