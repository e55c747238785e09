import { and, eq, sql as raw } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import type { ISql, TransactionSql } from "postgres";
import { agentTools, revisions, skills } from "@/drizzle/schema";
import { asJson, db } from "@/lib/store/db";
import type { Item, NewRevision } from "@/lib/store/revisions";
import type { RevisionRow } from "@/lib/store/rows";

/** An item's existing versions without contents, to predict the effect of an import. */
export type ItemVersions = Pick<RevisionRow, "kind" | "name"> & {
  versions: (Pick<RevisionRow, "id" | "version" | "live"> & { hash: string | null })[];
};

/** Approximate bytes of one statement. */
const BATCH = 2_000_000;

/**
 * Returns all versioned items by `kind name`. The hash is the MD5 of the content's JSON; null for a deletion.
 */
export async function readItemVersions(on: ISql, agentId: string): Promise<Map<string, ItemVersions>> {
  const { id, kind, name, version, live, content } = revisions;
  const versions = raw<
    ItemVersions["versions"]
  >`json_agg(json_build_object('id', ${id}, 'version', ${version}, 'live', ${live},
    'hash', md5(${content}::text)) order by ${version})`;
  const rows = await db(on)
    .select({ kind, name, versions })
    .from(revisions)
    .where(eq(revisions.agentId, agentId))
    .groupBy(kind, name);
  return new Map(rows.map((row) => [`${row.kind} ${row.name}`, row]));
}

/**
 * Appends versions to an item's history, numbered from `first`. The caller updates the live data. The
 * transaction must hold the agent's lock.
 */
export async function appendVersions(
  tx: TransactionSql,
  { agentId, kind, name }: Item,
  first: number,
  added: NewRevision[],
  time: string,
): Promise<void> {
  const rows = added.map(({ content, cause, failure = null, live = true, author, origins = [] }, index) => ({
    ...{ agentId, kind, name, version: first + index, author, cause, failure, live, createdAt: time },
    text: content === null ? null : asJson(content),
    origins: raw`array(select json_array_elements_text(${asJson(origins)}::json))`,
  }));
  let batch: PgInsertValue<typeof revisions>[] = [];
  let size = 0;
  for (const [index, { text, ...row }] of rows.entries()) {
    batch.push({ ...row, content: raw`${text}::json` });
    size += 500 + (text?.length ?? 0);
    if (size < BATCH && batch.length < 500 && index < rows.length - 1) continue;
    await db(tx).insert(revisions).values(batch);
    [batch, size] = [[], 0];
  }
}

/** Disables a tool or a skill. Items of other kinds have no switch. */
export async function disableItem(tx: TransactionSql, { agentId, kind, name }: Item): Promise<void> {
  const table = kind === "tool" ? agentTools : kind === "skill" ? skills : null;
  if (!table) return;
  await db(tx)
    .update(table)
    .set({ enabled: false })
    .where(and(eq(table.agentId, agentId), eq(table.name, name)));
}
