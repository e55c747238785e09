import { and, asc, eq, min, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ISql } from "postgres";
import { agents, revisions } from "@/drizzle/schema";
import { viewer } from "@/lib/ground/base/acting";
import type { RestoreChange } from "@/lib/shared/history";
import { type Kind, REWOUND } from "@/lib/shared/kinds";
import { asJson, db } from "./db";
import { titleIn } from "./revision-title";

export type Difference = Omit<RestoreChange, "hash" | "needs"> & {
  /** MD5 hashes of the current content, and of the content at the requested time. */
  nowHash: string | null;
  thenHash: string | null;
};

/**
 * Lists everything whose current content differs from its content at `at`, by kind and name. `at` is an ISO
 * time and includes all changes of its millisecond. Excludes forgotten facts, which are restored one by one unless a restore
 * removed them, and collections whose history does not reach back to `at`.
 */
export async function differencesSince(on: ISql, agentId: string, at: string): Promise<Difference[]> {
  const tooOld = await listUnrestorable(on, agentId, at);
  const rows = await on<Row[]>`
    with now as (
      select distinct on (kind, name) kind, name, id, version, content is null as is_gone, cause
      from revisions where agent_id = ${agentId} and live and ${rewound(on)} order by kind, name, version desc
    ), back as (
      select distinct on (kind, name) kind, name, id, version, content is null as is_gone
      from revisions
      where agent_id = ${agentId} and live and ${rewound(on)}
        and date_trunc('milliseconds', created_at) <= ${at}::timestamptz
      order by kind, name, version desc
    ), changed as (
      select kind, name, now.version, now.id, now.is_gone, back.version as back_version, back.id as back_id,
        coalesce(back.is_gone, true) as back_is_gone
      from now left join back using (kind, name)
      where now.id is distinct from back.id and not (now.is_gone and coalesce(back.is_gone, true))
        and not (kind = 'memory' and now.is_gone and not ${isGoneByRestore(on, agentId)})
        and not (kind = 'collection' and name in (select json_array_elements_text(${asJson(tooOld)}::json)))
    )
    select c.kind, c.name, coalesce(${titleIn("r")}, ${titleIn("b")}) as title, case when not c.is_gone then c.version end as "from",
      case when not c.is_gone then c.id end as "liveId", case when not c.back_is_gone then c.back_version end as "to",
      case when not c.back_is_gone then c.back_id end as "revisionId",
      md5(r.content::text) as "nowHash", md5(b.content::text) as "thenHash"
    from changed c join revisions r on r.id = c.id left join revisions b on b.id = c.back_id
    where r.content::text is distinct from b.content::text and not ${isPrivate(on)}
    order by array_position(array(select json_array_elements_text(${asJson(REWOUND)}::json)), c.kind), c.name`;
  return rows.map(({ title, ...row }) => ({
    ...row,
    ...(title && { title }),
    action: row.from === null ? "create" : row.to === null ? "delete" : "change",
  }));
}

type Row = Omit<Difference, "action"> & { kind: Kind };

/** SQL condition for an item that a restore to a time before it has removed, or the undo of a restore. */
const isGoneByRestore = (on: ISql, agentId: string) => on`(coalesce(now.cause->>'moment', (
  select u.cause->>'moment' from revisions u where u.agent_id = ${agentId} and u.kind = now.kind and u.name = now.name
    and u.id::text = now.cause->'undone'->>'change')) is not null)`;

/** SQL condition for facts of sessions of other members, which stay as they are. */
const isPrivate = (on: ISql) =>
  viewer() === null
    ? on`false`
    : on`(c.kind = 'memory' and exists (
        select from revisions x where x.id in (c.id, c.back_id) and x.content->>'layer' = 'session' and not exists (
          select from conversations v where v.id::text = x.content->>'conversationId' and v.member_id = ${viewer()})))`;

const rewound = (on: ISql) => on`kind in (select json_array_elements_text(${asJson(REWOUND)}::json))`;

/**
 * Returns the collections whose oldest stored version is newer than `at`, so that they cannot be restored to
 * that time.
 */
export async function listUnrestorable(on: ISql, agentId: string, at: string): Promise<string[]> {
  const { name, version, author, createdAt } = revisions;
  const rows = await db(on)
    .select({ name })
    .from(revisions)
    .where(and(eq(revisions.agentId, agentId), eq(revisions.kind, "collection")))
    .groupBy(name)
    .having(
      raw`(min(${version}) > 1 or bool_or(${author} = 'system'))
        and date_trunc('milliseconds', min(${createdAt})) > ${at}::timestamptz`,
    )
    .orderBy(asc(name));
  return rows.map(({ name }) => name);
}

/**
 * Returns the start of the agent's history as an ISO time: its creation, or its oldest version if that is
 * earlier. Versions written while the agent is created, copied or imported can be older than its row.
 */
export async function historyStart(on: ISql, agentId: string): Promise<string> {
  const ofAgent = alias(revisions, "first_version");
  const first = db(on)
    .select({ at: min(ofAgent.createdAt) })
    .from(ofAgent)
    .where(eq(ofAgent.agentId, agents.id));
  const [agent] = await db(on)
    .select({
      createdAt: raw<string>`date_trunc('milliseconds', least(${agents.createdAt}, (${first})))`,
    })
    .from(agents)
    .where(eq(agents.id, agentId));
  if (!agent) throw new Error("The agent is gone");
  return new Date(agent.createdAt).toISOString();
}
