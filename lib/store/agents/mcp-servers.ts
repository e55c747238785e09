import type { TransactionSql } from "postgres";
import { AppError } from "@/lib/shared/errors";
import { MAX_SERVERS, type Transport } from "@/lib/shared/mcp/input";
import { FIRST_VERSION, type ListedTool, type ServedTool } from "@/lib/shared/mcp/served";
import { toolsetOf } from "@/lib/shared/mcp/view";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
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

const columns = () => sql()`
  agent_id as "agentId", id, title, transport, url, command, args, headers, env, oauth, enabled, confirmed, revision,
  added_by_hand as "addedByHand", tools, instructions, connected_at as "connectedAt", created_at as "createdAt"`;

const changed = (agent: string, id: string) => publish({ type: "mcp", agent, id });

/** Of all agents, or of one; in the order in which they were added. */
export const listMcpServers = (agentId: string | null = null) =>
  sql()<McpServer[]>`
    select ${columns()} from mcp_servers where ${agentId}::uuid is null or agent_id = ${agentId}::uuid
    order by agent_id, created_at, id`;

export async function readMcpServer(agentId: string, id: string): Promise<McpServer | null> {
  const [row] = await sql()<McpServer[]>`
    select ${columns()} from mcp_servers where agent_id = ${agentId} and id = ${id}`;
  return row ?? null;
}

/** Adds several, all or none. Throws an AppError where an id is taken or there are too many. */
export async function addMcpServers(agentId: string, servers: readonly NewMcpServer[]): Promise<void> {
  await sql().begin(async (tx) => {
    await tx`select from agents where id = ${agentId} for update`;
    const there = await tx<{ id: string }[]>`select id from mcp_servers where agent_id = ${agentId}`;
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
      await tx`
        insert into mcp_servers (agent_id, id, title, transport, url, command, args, headers, env, oauth, enabled, added_by_hand)
        values (${agentId}, ${id}, ${title}, ${transport}, ${url}, ${command}, ${asJson(args)}::json, ${headers}, ${env},
          ${oauth}, ${enabled}, ${addedByHand})`;
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
    const [row] = await tx<McpServer[]>`
      select ${columns()} from mcp_servers where agent_id = ${agentId} and id = ${id} for update`;
    if (!row) return false;
    const { title, url, command, args, headers, env, oauth, enabled, confirmed } = { ...row, ...change };
    const isSame = Object.keys(change).every((key) => key === "title");
    await tx`
      update mcp_servers set title = ${title}, url = ${url}, command = ${command}, args = ${asJson(args)}::json,
        headers = ${headers}, env = ${env}, oauth = ${oauth}, enabled = ${enabled}, confirmed = ${confirmed},
        revision = revision + ${isSame ? 0 : 1}
      where agent_id = ${agentId} and id = ${id}`;
    return true;
  });
  if (found) changed(agentId, id);
  return found;
}

/** What the person has set for its tools goes with it: another server may have its name one day. */
export async function deleteMcpServer(agentId: string, id: string): Promise<boolean> {
  const keys = await sql().begin(async (tx) => {
    const [row] = await tx<Pick<McpServer, "tools">[]>`
      delete from mcp_servers where agent_id = ${agentId} and id = ${id} returning tools`;
    if (!row) return null;
    const gone = [`toolset:${toolsetOf(id)}`, ...row.tools.map(({ name }) => toolKey(name))];
    await tx`
      delete from settings where agent_id = ${agentId} and key in (select json_array_elements_text(${asJson(gone)}::json))`;
    return gone;
  });
  if (!keys) return false;
  changed(agentId, id);
  publish({ type: "settings", agent: agentId });
  return true;
}

/** Signing in brings tokens, again and again: the connection that asked for them is told by itself. */
export async function keepMcpOauth(agentId: string, id: string, oauth: string | null): Promise<void> {
  await sql()`update mcp_servers set oauth = ${oauth} where agent_id = ${agentId} and id = ${id}`;
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
    const [row] = await tx<McpServer[]>`
      select ${columns()} from mcp_servers where agent_id = ${agentId} and id = ${id} for update`;
    if (!row) return null;
    const isFirst = row.connectedAt === null && row.addedByHand;
    const others = await tx<{ name: string }[]>`
      select t ->> 'name' as name from mcp_servers s, json_array_elements(s.tools) t
      where s.agent_id = ${agentId} and s.id <> ${id}`;
    const taken = new Set([...others, ...row.tools].map(({ name }) => name));
    const settings = await versionsIn(tx, agentId, row.tools);
    const now = listed.map((one): ServedTool => {
      const known = row.tools.find(({ tool }) => tool === one.tool);
      if (!known) {
        const name = nameOf(one.tool, taken);
        taken.add(name);
        const accepted = isFirst ? FIRST_VERSION : 0;
        return { ...one, name, version: FIRST_VERSION, accepted, before: null, present: true };
      }
      const accepted = known.accepted ?? acceptedBefore(known, settings);
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
    await tx`
      update mcp_servers set tools = ${asJson(kept.tools)}::json, instructions = ${kept.instructions}, connected_at = now()
      where agent_id = ${agentId} and id = ${id}`;
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
    const [row] = await tx<McpServer[]>`
      select ${columns()} from mcp_servers where agent_id = ${agentId} and id = ${id} for update`;
    const known = row?.tools ?? [];
    const other = accepted.find(
      ({ name, version }) => known.find((one) => one.name === name)?.version !== version,
    );
    if (other) return other.name;
    const versions = new Map(accepted.map(({ name, version }) => [name, version]));
    const tools = known.map((one) => ({ ...one, accepted: versions.get(one.name) ?? one.accepted }));
    await tx`
      update mcp_servers set tools = ${asJson(tools)}::json, instructions = ${instructions ?? row?.instructions ?? null}
      where agent_id = ${agentId} and id = ${id}`;
    return null;
  });
  if (stale === null) changed(agentId, id);
  return stale;
}

/** In a row of an earlier release, where the settings held the accepted version. */
function acceptedBefore(
  { name, version, before }: ServedTool,
  settings: ReadonlyMap<string, number>,
): number {
  return before === null ? version : Math.min(version, settings.get(name) ?? FIRST_VERSION);
}

/** Tools that are not offered any more and are known all the same, should they come back as others. */
const MAX_GONE = 128;

async function versionsIn(
  tx: TransactionSql,
  agentId: string,
  tools: readonly ServedTool[],
): Promise<Map<string, number>> {
  const keys = tools.map(({ name }) => toolKey(name));
  const rows = await tx<{ key: string; version: number | null }[]>`
    select key, (value ->> 'version')::int as version from settings
    where agent_id = ${agentId} and key in (select json_array_elements_text(${asJson(keys)}::json))`;
  return new Map(
    rows.flatMap(({ key, version }) => (version === null ? [] : [[key.slice(toolKey("").length), version]])),
  );
}
