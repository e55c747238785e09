import type { TransactionSql } from "postgres";
import { AppError } from "@/lib/shared/errors";
import type { Cause, Kind, Revision, WholeRevision } from "@/lib/shared/history";
import { asJson, sql } from "./db";

/** One thing of which versions are kept. */
export type Thing = { agentId: string; kind: Kind; name: string };
export type NewRevision = {
  content: unknown;
  author: "agent" | "person" | "restore";
  cause: Cause | null;
  /** Why it was found not to work. */
  failure: string | null;
};

const PAGE = 50;

/**
 * Changes a thing and writes down its new version, both or neither. Who changes the same thing meanwhile waits, so that
 * what `change` reads is still so when it writes.
 */
export async function changing<T>(
  thing: Thing,
  change: (tx: TransactionSql, add: (revision: NewRevision) => Promise<WholeRevision>) => Promise<T>,
): Promise<T> {
  const { agentId, kind, name } = thing;
  const result = await sql().begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${agentId} ${kind} ${name}`}, 0))`;
    return { value: await change(tx, (revision) => add(tx, thing, revision)) };
  });
  return result.value;
}

async function add(
  tx: TransactionSql,
  { agentId, kind, name }: Thing,
  { content, author, cause, failure }: NewRevision,
): Promise<WholeRevision> {
  const [row] = await tx<Row[]>`
    insert into revisions (agent_id, kind, name, version, content, author, cause, failure)
    select ${agentId}, ${kind}, ${name}, coalesce(max(version), 0) + 1, ${asJson(content)}::json, ${author},
      ${cause && asJson(cause)}::json, ${failure}
    from revisions where agent_id = ${agentId} and kind = ${kind} and name = ${name}
    returning ${columns()}`;
  if (!row) throw new Error("A revision was not stored");
  return { ...toRevision(row), content };
}

type Query = { kind?: Kind; name?: string; cursor?: string; limit?: number };

/** Without their contents, newest first. */
export async function listRevisions(
  agentId: string,
  { kind, name, cursor, limit = PAGE }: Query = {},
): Promise<{ revisions: Revision[]; nextCursor?: string }> {
  const before = cursor === undefined ? null : parseCursor(cursor);
  const rows = await sql()<Row[]>`
    select ${columns()} from revisions where agent_id = ${agentId}
      and (${kind ?? null}::text is null or kind = ${kind ?? null}) and (${name ?? null}::text is null or name = ${name ?? null})
      and (${before}::bigint is null or position < ${before}::bigint)
    order by position desc limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    revisions: page.map(toRevision),
    ...(rows.length > limit && last && { nextCursor: last.position }),
  };
}

export async function readRevision(agentId: string, id: string): Promise<WholeRevision> {
  const [row] = await sql()<WholeRow[]>`
    select ${columns()}, content from revisions where agent_id = ${agentId} and id = ${id}`;
  if (!row) throw new AppError("not_found", `There is no revision ${id}. GET /api/history lists them.`);
  return { ...toRevision(row), content: row.content };
}

/** What the versions from this one on hold, oldest first. */
export async function contentsFrom(
  { agentId, kind, name }: Thing,
  version: number,
): Promise<{ id: string; content: unknown }[]> {
  return sql()<{ id: string; content: unknown }[]>`
    select id, content from revisions where agent_id = ${agentId} and kind = ${kind} and name = ${name}
      and version >= ${version} order by version limit ${PAGE + 1}`;
}

/** One version of a thing; the newest when none is named. Null when there is no such. */
export async function readVersion(
  { agentId, kind, name }: Thing,
  version?: number,
): Promise<WholeRevision | null> {
  const [row] = await sql()<WholeRow[]>`
    select ${columns()}, content from revisions where agent_id = ${agentId} and kind = ${kind} and name = ${name}
      and (${version ?? null}::int is null or version = ${version ?? null})
    order by version desc limit 1`;
  return row ? { ...toRevision(row), content: row.content } : null;
}

type Row = Revision & { position: string };
type WholeRow = Row & { content: unknown };

const columns = () => sql()`
  id, kind, name, version, author, cause, failure, created_at as "createdAt", position::text`;

const toRevision = ({ id, kind, name, version, author, cause, failure, createdAt }: Row): Revision => ({
  id,
  kind,
  name,
  version,
  author,
  cause,
  failure,
  createdAt: new Date(createdAt).toISOString(),
});

function parseCursor(cursor: string): string {
  if (/^\d{1,18}$/.test(cursor)) return cursor;
  throw new AppError("invalid", "The cursor is not one that a list gave. Leave it out to begin at the top.");
}
