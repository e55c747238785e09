import { and, desc, eq, lt, sql as raw } from "drizzle-orm";
import type { ISql } from "postgres";
import { revisions } from "@/drizzle/schema";
import type { Act } from "@/lib/shared/data/acts";
import { countActs, ROWS, type RowChanges, rowChanges } from "@/lib/shared/data/row-changes";
import type { Author, Cause } from "@/lib/shared/history";
import { db, jsonValue, sql } from "./db";
import { limitedOrigins } from "./origins";
import { type Item, lock, publishChange } from "./revisions";

/** A change of the agent's database. `at` is in ms. */
export type NewChange = {
  number: number;
  at: number;
  by: { author: Author; cause: Cause | null; origins?: readonly string[]; memberId?: string };
  acts: readonly Act[];
};

const DAYS = 30;
const MINUTE_MS = 60_000;

const item = (agentId: string): Item => ({ agentId, kind: "database", name: ROWS });

const isChange = (agentId: string) =>
  and(eq(revisions.agentId, agentId), eq(revisions.kind, "database"), eq(revisions.name, ROWS));

type Newest = Pick<NewChange["by"], "author" | "cause" | "memberId"> & {
  id: string;
  version: number;
  content: RowChanges;
};

/** Returns the number of the last change that the history lists; 0 if it lists none. */
export async function lastListedChange(agentId: string): Promise<number> {
  return (await readNewest(agentId))?.content.to ?? 0;
}

async function readNewest(agentId: string, on: ISql = sql()): Promise<Newest | null> {
  const { id, version, content, author, cause, memberId } = revisions;
  const [row] = await db(on)
    .select({ id, version, content, author, cause: raw<Cause | null>`${cause}`, memberId })
    .from(revisions)
    .where(isChange(agentId))
    .orderBy(desc(version))
    .limit(1);
  return row ? { ...row, memberId: row.memberId ?? undefined, content: rowChanges.parse(row.content) } : null;
}

/**
 * Lists changes in the history, oldest first. Consecutive changes of one minute with the same author and cause are one
 * version. Changes that are already listed are skipped.
 */
export async function addChanges(agentId: string, changes: readonly NewChange[]): Promise<void> {
  await sql().begin(async (tx) => {
    await lock(tx, item(agentId));
    let newest = await readNewest(agentId, tx);
    for (const change of changes) {
      if (newest && change.number <= newest.content.to) continue;
      const before = newest && follows(newest, change) ? newest : null;
      const content = contentOf(change, before?.content);
      if (before) {
        await db(tx)
          .update(revisions)
          .set({ content: jsonValue(content) })
          .where(eq(revisions.id, before.id));
        newest = { ...before, content };
      } else newest = await insert(tx, agentId, change, { version: (newest?.version ?? 0) + 1, content });
    }
    await db(tx)
      .delete(revisions)
      .where(and(isChange(agentId), lt(revisions.createdAt, raw`now() - ${DAYS}::int * interval '1 day'`)));
  });
  publishChange(item(agentId));
}

async function insert(
  tx: Parameters<typeof db>[0],
  agentId: string,
  { at, by: { author, cause, memberId, origins = [] } }: NewChange,
  { version, content }: Pick<Newest, "version" | "content">,
): Promise<Newest> {
  const [row] = await db(tx)
    .insert(revisions)
    .values({
      ...{ ...item(agentId), version, author, content: jsonValue(content), memberId: memberId ?? null },
      ...{ cause: cause && jsonValue(cause), origins: limitedOrigins(origins) },
      createdAt: raw`${new Date(at).toISOString()}::timestamptz`,
    })
    .returning({ id: revisions.id });
  if (!row) throw new Error("A change was not listed");
  return { id: row.id, version, content, author, cause, memberId };
}

/**
 * Returns whether a change belongs to the version of the changes directly before it. A change of the schema stays
 * separate, because it cannot be undone alone.
 */
function follows({ content, ...newest }: Newest, { number, at, by, acts }: NewChange): boolean {
  const tables = [...content.tables, ...countActs(acts, { tables: [], more: 0 }).tables];
  if (tables.some(({ isReshaped }) => isReshaped)) return false;
  const isSame =
    newest.author === by.author &&
    newest.memberId === by.memberId &&
    JSON.stringify(newest.cause) === JSON.stringify(by.cause);
  const minuteOf = (ms: number) => Math.floor(ms / MINUTE_MS);
  return isSame && content.to + 1 === number && minuteOf(Date.parse(content.first)) === minuteOf(at);
}

function contentOf({ number, at, acts }: NewChange, before?: RowChanges): RowChanges {
  const time = new Date(at).toISOString();
  const counts = countActs(acts, before ?? { tables: [], more: 0 });
  return { from: before?.from ?? number, to: number, first: before?.first ?? time, last: time, ...counts };
}
