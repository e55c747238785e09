import { and, desc, eq, isNotNull, sql as raw } from "drizzle-orm";
import { revisions } from "@/drizzle/schema";
import { type DatabaseCopy, databaseCopy } from "@/lib/shared/data/database-copy";
import { asJson, db } from "./db";
import { type By, changing, type Item } from "./revisions";
import type { RevisionRow } from "./rows";

/**
 * Retention: the newest copies, and the first of each hour and of each day for the periods below, within a
 * total size.
 */
const NEWEST = 20;
const HOURS = 24;
const DAYS = 30;
const MAX_BYTES = 1_000_000_000;
/** Number of newest copies that are kept regardless of their size. */
const ALWAYS = 3;

const item = (agentId: string): Item => ({ agentId, kind: "database", name: "database" });

const isCopy = (agentId: string) =>
  and(eq(revisions.agentId, agentId), eq(revisions.kind, "database"), eq(revisions.name, "database"));

export async function newestCopy(
  agentId: string,
): Promise<{ id: string; createdAt: string; content: DatabaseCopy } | null> {
  const { id, version, content } = revisions;
  const [row] = await db()
    .select({ id, createdAt: revisions.createdAt, content })
    .from(revisions)
    .where(isCopy(agentId))
    .orderBy(desc(version))
    .limit(1);
  if (!row) return null;
  const createdAt = new Date(row.createdAt).toISOString();
  return { id: row.id, createdAt, content: databaseCopy.parse(row.content) };
}

export type StoredCopy = Pick<RevisionRow, "id" | "version"> & {
  createdAt: string;
  hash: string;
  /** Time since which the database had the content of this copy; null for old copies without this field. */
  unchangedSince: string | null;
  /** Number of the last change of the change log that the copy contains. */
  change: number | null;
  /** Whether the database was restored from this copy, or the copy was imported with an agent file. */
  isPutBack: boolean;
};

export async function listCopies(agentId: string): Promise<StoredCopy[]> {
  const { id, version, createdAt, content, author, cause } = revisions;
  const rows = await db()
    .select({
      ...{ id, version, createdAt },
      hash: raw<string>`${content}->>'hash'`,
      unchangedSince: raw<string | null>`${content}->>'unchangedSince'`,
      change: raw<number | null>`(${content}->>'change')::float8`,
      isPutBack: raw<boolean>`${author} = 'import' or (${author} = 'restore' and ${cause} is not null)`,
    })
    .from(revisions)
    .where(and(isCopy(agentId), isNotNull(content)))
    .orderBy(desc(version));
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
}

/** Records a copy whose bytes are already stored, and deletes outdated copies. Returns the revision id. */
export async function addCopy(agentId: string, content: DatabaseCopy, by: By): Promise<string> {
  const { id } = await writeCopy(agentId, content, by);
  return id;
}

export const writeCopy = (agentId: string, content: DatabaseCopy, by: By) =>
  changing(item(agentId), async (tx, add) => {
    const written = await add({ content, ...by });
    const { id, createdAt, content: copy, version } = revisions;
    const size = raw<number>`coalesce((${copy}->>'size')::bigint, 0)::float8`;
    const rows = await db(tx)
      .select({ id, createdAt, size })
      .from(revisions)
      .where(isCopy(agentId))
      .orderBy(desc(version));
    const old = outdated(rows);
    if (old.length > 0)
      await db(tx)
        .delete(revisions)
        .where(
          and(
            eq(revisions.agentId, agentId),
            raw`${id} in (select json_array_elements_text(${asJson(old)}::json)::uuid)`,
          ),
        );
    return written;
  });

type SizedCopy = Pick<RevisionRow, "id" | "createdAt"> & { size: number };

/** Returns the ids of copies to delete. `copies` are ordered newest first. */
export function outdated(copies: readonly SizedCopy[]): string[] {
  const spans = [
    { seen: new Set<string>(), most: HOURS, length: "2026-03-09T10".length },
    { seen: new Set<string>(), most: DAYS, length: "2026-03-09".length },
  ];
  let bytes = 0;
  return copies.flatMap(({ id, createdAt, size }, index) => {
    const time = new Date(createdAt).toISOString();
    const isFirst = spans.map(({ seen, most: max, length }) => {
      const span = time.slice(0, length);
      if (seen.has(span) || seen.size === max) return false;
      seen.add(span);
      return true;
    });
    const isWanted = index < NEWEST || isFirst.includes(true);
    if (isWanted) bytes += size;
    return index < ALWAYS || (isWanted && bytes <= MAX_BYTES) ? [] : [id];
  });
}
