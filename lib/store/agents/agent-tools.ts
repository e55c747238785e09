import { and, asc, count, eq, isNull, ne, sql as raw } from "drizzle-orm";
import type { ISql, TransactionSql } from "postgres";
import { agentTools } from "@/drizzle/schema";
import type { AgentTool, ToolContent } from "@/lib/shared/agent-tools/contract";
import type { WholeRevision } from "@/lib/shared/history";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import { liveOrigins, originsOf } from "@/lib/store/origins";
import { type Add, type By, changing, type NewRevision } from "@/lib/store/revisions";
import type { AgentToolRow } from "@/lib/store/rows";
import { type Sql, valuesTable } from "@/lib/store/sql-fragments";

export const KIND = "tool";

const DISABLED = 50;

/** The name `parameter_schema` matches the field of routes and tools. */
type Live = Pick<
  AgentToolRow,
  "name" | "description" | "code" | "limits" | "enabled" | "version" | "updatedAt"
> & { parameter_schema: AgentToolRow["parameterSchema"] };

/** Fields that a run needs to offer a tool. Its code is read only when it is called. */
export type AuthoredTool = Omit<Live, "code" | "updatedAt"> & {
  /** The last live version that the user has neither written nor restored; 0 if there is none. */
  rewritten: number;
  origins: string[];
};

export async function listAgentTools(agentId: string): Promise<AgentTool[]> {
  const rows = await db()
    .select(COLUMNS)
    .from(agentTools)
    .where(ofAgent(agentId))
    .orderBy(asc(agentTools.name));
  return rows.map(toTool);
}

export async function readAgentTool(agentId: string, name: string): Promise<AgentTool | null> {
  const [row] = await db().select(COLUMNS).from(agentTools).where(at(agentId, name));
  return row ? toTool(row) : null;
}

/**
 * `first`: all enabled tools and the first 50 disabled ones. A list of names: these tools, enabled or not.
 */
export type Which = "enabled" | "first" | "all" | readonly string[];

export async function readAuthoredTools(agentId: string, which: Which = "enabled"): Promise<AuthoredTool[]> {
  const [row] = await sql()<
    { tools: AuthoredTool[] | null }[]
  >`select ${authoredTools(sql()`${agentId}::uuid`, which)} as tools`;
  return row?.tools ?? [];
}

/** SQL for an agent's tools as JSON, for use in other statements. */
export const authoredTools = (agentId: Sql, which: Which = "enabled") => sql()`(
  select json_agg(json_build_object('name', t.name, 'description', t.description, 'parameter_schema', t.parameter_schema,
    'limits', t.limits, 'enabled', t.enabled, 'version', t.version, 'rewritten', coalesce((
      select r.version from revisions r where r.agent_id = t.agent_id and r.kind = ${KIND} and r.name = t.name and r.live
        and r.author not in ('person', 'restore') order by r.version desc limit 1), 0),
    'origins', coalesce((${originsOf(sql()`t.agent_id`, KIND, sql()`t.name`)}), '[]')) order by t.name)
  from ${valuesTable({ agent: sql()`${agentId}::uuid` })}, agent_tools t
  where t.agent_id = given.agent and t.deleted_at is null ${narrowed(which)})`;

function narrowed(which: Which): Sql {
  if (which === "all") return sql()``;
  if (which === "enabled") return sql()`and t.enabled`;
  // Uses `given.agent` instead of `t.agent_id`: a subquery that depends on `t` would run again for each row.
  if (which === "first")
    return sql()`and (t.enabled or t.name in (
      select o.name from agent_tools o where o.agent_id = given.agent and o.deleted_at is null and not o.enabled
      order by o.name limit ${DISABLED}))`;
  return sql()`and t.name in (select json_array_elements_text(${asJson(which)}::json))`;
}

export async function listToolNames(
  agentId: string,
  isDisabledToo: boolean,
): Promise<Pick<AuthoredTool, "name" | "description" | "enabled" | "version" | "origins">[]> {
  const { name, description, enabled, version } = agentTools;
  const origins = liveOrigins(agentTools.agentId, KIND, name);
  const rows = await db()
    .select({ name, description, enabled, version, origins })
    .from(agentTools)
    .where(and(ofAgent(agentId), isDisabledToo ? undefined : enabled))
    .orderBy(asc(name));
  return rows.map((row) => ({ ...row, origins: row.origins ?? [] }));
}

export async function countTools(agentId: string): Promise<{ all: number; enabled: number }> {
  const [row] = await db()
    .select({ all: count(), enabled: raw<number>`(count(*) filter (where ${agentTools.enabled}))::int` })
    .from(agentTools)
    .where(ofAgent(agentId));
  return row ?? { all: 0, enabled: 0 };
}

/** Returns for each tool, deleted ones included, whether it is enabled or was enabled when it was deleted. */
export const readSwitches = (on: ISql, agentId: string) =>
  db(on)
    .select({
      ...{ name: agentTools.name, enabled: agentTools.enabled },
      isLive: raw<boolean>`${agentTools.deletedAt} is null`,
    })
    .from(agentTools)
    .where(eq(agentTools.agentId, agentId));

type Revised = NewRevision & { content: ToolContent | null };

/** Stores a version and makes it live; null content deletes the tool. A recreated tool is enabled. */
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
    await db(tx).update(agentTools).set({ deletedAt: raw`now()` }).where(at(agentId, name));
    return added;
  }
  const { description, parameter_schema, code, limits } = content;
  await db(tx)
    .insert(agentTools)
    .values({
      ...{ agentId, name, description, parameterSchema: parameter_schema, code, limits },
      version: added.version,
    })
    .onConflictDoUpdate({
      target: [agentTools.agentId, agentTools.name],
      set: {
        description: raw`excluded.description`,
        parameterSchema: raw`excluded.parameter_schema`,
        code: raw`excluded.code`,
        limits: raw`excluded.limits`,
        version: raw`excluded.version`,
        enabled: raw`${agentTools.enabled} or ${agentTools.deletedAt} is not null`,
        ...{ deletedAt: null, updatedAt: raw`now()` },
      },
    });
  return added;
}

type Save = {
  /** The live version that the change is based on, or 0. */
  base: number;
  /** New version of the tool, which may wait instead of going live; undefined keeps the definition. */
  revision?: NewRevision & { content: ToolContent };
  enabled?: boolean;
};

/** Creates or changes a tool. Returns null if a version other than `base` is live. */
export async function saveTool(
  agentId: string,
  name: string,
  { base, revision, enabled }: Save,
): Promise<{ version: number } | null> {
  const saved = await changing({ agentId, kind: KIND, name }, async (tx, add) => {
    const live = await lockLive(tx, agentId, name);
    if ((live ?? 0) !== base) return null;
    const stored =
      revision?.live === false ? add(revision) : revision && putTool(tx, add, agentId, name, revision);
    const version = (await stored)?.version ?? base;
    if (enabled !== undefined) await setEnabled(tx, agentId, name, enabled);
    return { version };
  });
  if (saved && !revision) publishTool(agentId, name);
  return saved;
}

/** Enables or disables a tool. Returns false if it does not exist. Creates no version. */
export async function enableTool(agentId: string, name: string, enabled: boolean): Promise<boolean> {
  const rows = await setEnabled(sql(), agentId, name, enabled);
  if (rows.length > 0) publishTool(agentId, name);
  return rows.length > 0;
}

export async function enableTools(agentId: string, enabled: boolean): Promise<void> {
  const rows = await db()
    .update(agentTools)
    .set({ enabled, updatedAt: raw`now()` })
    .where(and(ofAgent(agentId), ne(agentTools.enabled, enabled)))
    .returning({ name: agentTools.name });
  for (const { name } of rows) publishTool(agentId, name);
}

/**
 * Deletes a tool; its versions remain. Returns whether it existed, or null if a version other than `base` is
 * live.
 */
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
  const [live] = await db(tx)
    .select({ version: agentTools.version })
    .from(agentTools)
    .where(at(agentId, name))
    .for("update");
  return live?.version ?? null;
}

const setEnabled = (on: ISql, agentId: string, name: string, enabled: boolean) =>
  db(on)
    .update(agentTools)
    .set({ enabled, updatedAt: raw`now()` })
    .where(at(agentId, name))
    .returning({ name: agentTools.name });

const ofAgent = (agentId: string) => and(eq(agentTools.agentId, agentId), isNull(agentTools.deletedAt));
const at = (agentId: string, name: string) => and(ofAgent(agentId), eq(agentTools.name, name));

const publishTool = (agentId: string, name: string) =>
  publish({ type: "history", agent: agentId, kind: KIND, name });

const COLUMNS = {
  name: agentTools.name,
  description: agentTools.description,
  parameter_schema: agentTools.parameterSchema,
  code: agentTools.code,
  limits: agentTools.limits,
  enabled: agentTools.enabled,
  version: agentTools.version,
  updatedAt: agentTools.updatedAt,
};

const toTool = ({ updatedAt, ...tool }: Live): AgentTool => ({
  ...tool,
  updatedAt: new Date(updatedAt).toISOString(),
});
