import { type DatabaseCopy, databaseCopy } from "@/lib/shared/data/database-copy";
import { sql } from "./db";
import { type By, changing, type Thing } from "./revisions";
import type { RevisionRow } from "./rows";

/** Of the copies, the newest are kept, and one an hour and one a day for some time, as long as they have room. */
const NEWEST = 20;
const HOURS = 24;
const DAYS = 30;
const MAX_BYTES = 1_000_000_000;
/** However large. */
const ALWAYS = 3;

const thing = (agentId: string): Thing => ({ agentId, kind: "database", name: "database" });

/** The last copy of an agent's database that its history holds. */
export async function newestCopy(
  agentId: string,
): Promise<{ id: string; createdAt: string; content: DatabaseCopy } | null> {
  const [row] = await sql()<Pick<RevisionRow, "id" | "createdAt" | "content">[]>`
    select id, created_at as "createdAt", content from revisions
    where agent_id = ${agentId} and kind = 'database' and name = 'database' order by version desc limit 1`;
  if (!row) return null;
  const createdAt = new Date(row.createdAt).toISOString();
  return { id: row.id, createdAt, content: databaseCopy.parse(row.content) };
}

export type KeptCopy = Pick<RevisionRow, "id" | "version"> & {
  createdAt: string;
  hash: string;
  /** Since when the database had been as the copy has it; null of copies of before that was kept. */
  unchangedSince: string | null;
  /** The database was made what the copy holds, and not the other way round. */
  isPutBack: boolean;
};

/** The newest first. */
export async function listCopies(agentId: string): Promise<KeptCopy[]> {
  const rows = await sql()<KeptCopy[]>`
    select id, version, created_at as "createdAt", content->>'hash' as hash,
      content->>'unchangedSince' as "unchangedSince", author = 'import' or (author = 'restore' and cause is not null) as "isPutBack"
    from revisions where agent_id = ${agentId} and kind = 'database' and name = 'database' and content is not null
    order by version desc`;
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
}

/** Writes a copy down, whose bytes are kept already, and lets go of those that are too old; gives its revision. */
export async function addCopy(agentId: string, content: DatabaseCopy, by: By): Promise<string> {
  const { id } = await writeCopy(agentId, content, by);
  return id;
}

export const writeCopy = (agentId: string, content: DatabaseCopy, by: By) =>
  changing(thing(agentId), async (tx, add) => {
    const written = await add({ content, ...by });
    const rows = await tx<Kept[]>`
      select id, created_at as "createdAt", coalesce((content->>'size')::bigint, 0)::float8 as size from revisions
      where agent_id = ${agentId} and kind = 'database' and name = 'database' order by version desc`;
    const old = outdated(rows);
    if (old.length > 0) await tx`delete from revisions where agent_id = ${agentId} and id in ${tx(old)}`;
    return written;
  });

type Kept = Pick<RevisionRow, "id" | "createdAt"> & { size: number };

/** Which of them, newest first, are not kept any longer. */
export function outdated(copies: readonly Kept[]): string[] {
  const spans = [
    { seen: new Set<string>(), most: HOURS, length: "2026-03-09T10".length },
    { seen: new Set<string>(), most: DAYS, length: "2026-03-09".length },
  ];
  let bytes = 0;
  return copies.flatMap(({ id, createdAt, size }, index) => {
    const time = new Date(createdAt).toISOString();
    const isFirst = spans.map(({ seen, most, length }) => {
      const span = time.slice(0, length);
      if (seen.has(span) || seen.size === most) return false;
      seen.add(span);
      return true;
    });
    const isWanted = index < NEWEST || isFirst.includes(true);
    if (isWanted) bytes += size;
    return index < ALWAYS || (isWanted && bytes <= MAX_BYTES) ? [] : [id];
  });
}
