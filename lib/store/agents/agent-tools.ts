import type { ISql, TransactionSql } from "postgres";
import type { AgentTool, ToolContent } from "@/lib/shared/agent-tools/contract";
import type { WholeRevision } from "@/lib/shared/history";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import { given, type Sql } from "@/lib/store/given";
import { originsOf } from "@/lib/store/origins";
import { type Add, type By, changing, type NewRevision } from "@/lib/store/revisions";
import type { AgentToolRow } from "@/lib/store/rows";

export const KIND = "tool";

/** So many tools that are disabled a page shows at first. */
const DISABLED = 50;

/** The schema of the arguments has the name that routes and tools give it. */
type Live = Pick<
  AgentToolRow,
  "name" | "description" | "code" | "limits" | "enabled" | "version" | "updatedAt"
> & { parameter_schema: AgentToolRow["parameterSchema"] };

/** What a run must know of a tool to offer it; the code is read when it is called. */
export type AuthoredTool = Omit<Live, "code" | "updatedAt"> & {
  /** The last version that neither the person wrote nor restored; 0 when there is none. */
  rewritten: number;
  /** Origins on the web whose text may be in it. */
  origins: string[];
};

/** By name. */
export async function listAgentTools(agentId: string): Promise<AgentTool[]> {
  const rows = await sql()<Live[]>`
    select ${columns()} from agent_tools where agent_id = ${agentId} and deleted_at is null order by name`;
  return rows.map(toTool);
}

export async function readAgentTool(agentId: string, name: string): Promise<AgentTool | null> {
  const [row] = await sql()<Live[]>`
    select ${columns()} from agent_tools where agent_id = ${agentId} and name = ${name} and deleted_at is null`;
  return row ? toTool(row) : null;
}

/** `first`: those that are enabled, and the first of the others. A list of names: those, enabled or not. */
export type Which = "enabled" | "first" | "all" | readonly string[];

/** Those that a run is offered, or others. By name. */
export async function readAuthoredTools(agentId: string, which: Which = "enabled"): Promise<AuthoredTool[]> {
  const [row] = await sql()<
    { tools: AuthoredTool[] | null }[]
  >`select ${authoredTools(sql()`${agentId}::uuid`, which)} as tools`;
  return row?.tools ?? [];
}

/** Tools of an agent as JSON, for statements that bring them along. */
export const authoredTools = (agentId: Sql, which: Which = "enabled") => sql()`(
  select json_agg(json_build_object('name', t.name, 'description', t.description, 'parameter_schema', t.parameter_schema,
    'limits', t.limits, 'enabled', t.enabled, 'version', t.version, 'rewritten', coalesce((
      select r.version from revisions r where r.agent_id = t.agent_id and r.kind = ${KIND} and r.name = t.name and r.live
        and r.author not in ('person', 'restore') order by r.version desc limit 1), 0),
    'origins', coalesce((${originsOf(sql()`t.agent_id`, KIND, sql()`t.name`)}), '[]')) order by t.name)
  from ${given({ agent: sql()`${agentId}::uuid` })}, agent_tools t
  where t.agent_id = given.agent and t.deleted_at is null ${narrowed(which)})`;

function narrowed(which: Which): Sql {
  if (which === "all") return sql()``;
  if (which === "enabled") return sql()`and t.enabled`;
  // By the agent itself and not by `t`, for which the names would be looked up again for each row.
  if (which === "first")
    return sql()`and (t.enabled or t.name in (
      select o.name from agent_tools o where o.agent_id = given.agent and o.deleted_at is null and not o.enabled
      order by o.name limit ${DISABLED}))`;
  return sql()`and t.name in (select json_array_elements_text(${asJson(which)}::json))`;
}

/** What a list of tools says of each. By name. */
export const listToolNames = (agentId: string, isDisabledToo: boolean) =>
  sql()<Pick<AuthoredTool, "name" | "description" | "enabled" | "version" | "origins">[]>`
    select name, description, enabled, version,
      coalesce((${originsOf(sql()`t.agent_id`, KIND, sql()`t.name`)}), '[]') as origins
    from agent_tools t
    where agent_id = ${agentId} and deleted_at is null and (enabled or ${isDisabledToo}) order by name`;

/** How many there are, and how many of them are enabled. */
export async function countTools(agentId: string): Promise<{ all: number; enabled: number }> {
  const [row] = await sql()<{ all: number; enabled: number }[]>`
    select count(*)::int as all, (count(*) filter (where enabled))::int as enabled from agent_tools
    where agent_id = ${agentId} and deleted_at is null`;
  return row ?? { all: 0, enabled: 0 };
}

/** Which tools are or were there, and whether they are or were enabled. */
export const readSwitches = (on: ISql, agentId: string) =>
  on<(Pick<AgentToolRow, "name" | "enabled"> & { isLive: boolean })[]>`
    select name, enabled, deleted_at is null as "isLive" from agent_tools where agent_id = ${agentId}`;

type Revised = NewRevision & { content: ToolContent | null };

/** Writes a version and makes it the live one; a content of null takes the tool away. What comes back is enabled. */
export async function putTool(
  tx: TransactionSql,
  add: Add,
  agentId: string,
  name: string,
  revision: Revised,
): Promise<WholeRevision> {
  const added = await add(revision);
  const { content } = revision;
  if (content === null) {
    await tx`
      update agent_tools set deleted_at = now()
      where agent_id = ${agentId} and name = ${name} and deleted_at is null`;
    return added;
  }
  const { description, parameter_schema, code, limits } = content;
  await tx`
    insert into agent_tools (agent_id, name, description, parameter_schema, code, limits, version)
    values (${agentId}, ${name}, ${description}, ${asJson(parameter_schema)}::json, ${code},
      ${limits && asJson(limits)}::json, ${added.version})
    on conflict (agent_id, name) do update set description = excluded.description,
      parameter_schema = excluded.parameter_schema, code = excluded.code, limits = excluded.limits,
      version = excluded.version, enabled = agent_tools.enabled or agent_tools.deleted_at is not null,
      deleted_at = null, updated_at = now()`;
  return added;
}

type Save = {
  /** The live version that the change was made from, 0 where there was none. */
  base: number;
  /** Undefined: the definition stays as it is. */
  revision?: NewRevision & { content: ToolContent };
  enabled?: boolean;
};

/** Changes a tool, or makes it. Null when another version is live by now. */
export async function saveTool(
  agentId: string,
  name: string,
  { base, revision, enabled }: Save,
): Promise<{ version: number } | null> {
  const saved = await changing({ agentId, kind: KIND, name }, async (tx, add) => {
    const live = await lockLive(tx, agentId, name);
    if ((live ?? 0) !== base) return null;
    const version = revision ? (await putTool(tx, add, agentId, name, revision)).version : base;
    if (enabled !== undefined) await setEnabled(tx, agentId, name, enabled);
    return { version };
  });
  if (saved && !revision) publishTool(agentId, name);
  return saved;
}

/** Says whether the tool is there. Switching it on or off is no version. */
export async function enableTool(agentId: string, name: string, enabled: boolean): Promise<boolean> {
  const rows = await setEnabled(sql(), agentId, name, enabled);
  if (rows.length > 0) publishTool(agentId, name);
  return rows.length > 0;
}

/** All of an agent's at once. */
export async function enableTools(agentId: string, enabled: boolean): Promise<void> {
  const rows = await sql()<Pick<AgentToolRow, "name">[]>`
    update agent_tools set enabled = ${enabled}, updated_at = now()
    where agent_id = ${agentId} and enabled <> ${enabled} and deleted_at is null returning name`;
  for (const { name } of rows) publishTool(agentId, name);
}

/** Takes a tool away; its versions stay. Says whether it was there; null when another version than `base` is live. */
export function removeTool(agentId: string, name: string, by: By, base?: number): Promise<boolean | null> {
  return changing({ agentId, kind: KIND, name }, async (tx, add) => {
    const live = await lockLive(tx, agentId, name);
    if (live === null) return false;
    if (base !== undefined && base !== live) return null;
    await putTool(tx, add, agentId, name, { content: null, ...by });
    return true;
  });
}

async function lockLive(tx: TransactionSql, agentId: string, name: string): Promise<number | null> {
  const [live] = await tx<Pick<AgentToolRow, "version">[]>`
    select version from agent_tools
    where agent_id = ${agentId} and name = ${name} and deleted_at is null for update`;
  return live?.version ?? null;
}

const setEnabled = (
  on: TransactionSql | ReturnType<typeof sql>,
  agentId: string,
  name: string,
  enabled: boolean,
) => on`
  update agent_tools set enabled = ${enabled}, updated_at = now()
  where agent_id = ${agentId} and name = ${name} and deleted_at is null returning name`;

const publishTool = (agentId: string, name: string) =>
  publish({ type: "history", agent: agentId, kind: KIND, name });

const columns = () => sql()`
  name, description, parameter_schema, code, limits, enabled, version, updated_at as "updatedAt"`;

const toTool = ({ updatedAt, ...tool }: Live): AgentTool => ({
  ...tool,
  updatedAt: new Date(updatedAt).toISOString(),
});
