import { and, desc, eq, inArray, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { historyImports, importedItems, importedMemories } from "@/drizzle/schema";
import { actingMember } from "@/lib/ground/base/acting";
import { AppError } from "@/lib/shared/errors";
import type { HistoryImport, ImportStatus, MemoryStatus } from "@/lib/shared/imports/contract";
import type { Product } from "@/lib/shared/imports/products";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { asJson, db, toIso } from "@/lib/store/db";

export type ImportRow = typeof historyImports.$inferSelect;
export type ItemRow = typeof importedItems.$inferSelect;
export type ItemKind = ItemRow["kind"];
export type NewMemory = Pick<typeof importedMemories.$inferInsert, "kind" | "title" | "content" | "key">;

const MAX_LISTED = 50;

/** Imports belong to the member who uploaded the file. */
const isOwn = () => eq(historyImports.memberId, actingMember() ?? OWNER_ID);

const isImport = (agentId: string, id: string) =>
  and(eq(historyImports.agentId, agentId), eq(historyImports.id, id), isOwn());

function openMemories() {
  const open = alias(importedMemories, "open_memories");
  const count = db()
    .select({ count: raw`count(*)::int` })
    .from(open)
    .where(and(eq(open.importId, historyImports.id), eq(open.status, "open")));
  return raw<number>`(${count})`;
}

const columns = () => ({
  ...{ id: historyImports.id, name: historyImports.name, size: historyImports.size },
  ...{ product: historyImports.product, status: historyImports.status, survey: historyImports.survey },
  ...{ choice: historyImports.choice, progress: historyImports.progress, report: historyImports.report },
  ...{ error: historyImports.error, createdAt: historyImports.createdAt, endedAt: historyImports.endedAt },
  openMemories: openMemories(),
});

type Listed = Omit<HistoryImport, "createdAt" | "endedAt"> & { createdAt: string; endedAt: string | null };

const toImport = (row: Listed): HistoryImport => ({
  ...row,
  createdAt: toIso(row.createdAt),
  endedAt: row.endedAt && toIso(row.endedAt),
});

export async function addImport(
  agentId: string,
  file: Pick<ImportRow, "name" | "hash" | "size">,
): Promise<HistoryImport> {
  const [row] = await db()
    .insert(historyImports)
    .values({ agentId, memberId: actingMember() ?? OWNER_ID, ...file })
    .returning(columns());
  if (!row) throw new Error("The import was not stored");
  return toImport(row);
}

export async function listImports(agentId: string): Promise<HistoryImport[]> {
  const rows = await db()
    .select(columns())
    .from(historyImports)
    .where(and(eq(historyImports.agentId, agentId), isOwn()))
    .orderBy(desc(historyImports.createdAt), desc(historyImports.id))
    .limit(MAX_LISTED);
  return rows.map(toImport);
}

export async function readImport(agentId: string, id: string): Promise<HistoryImport> {
  const [row] = await db().select(columns()).from(historyImports).where(isImport(agentId, id));
  if (!row) throw noImport();
  return toImport(row);
}

const noImport = () => new AppError("not_found", "There is no such import.");

/** Returns the row of an import for background work; null if it does not exist. */
export async function importRow(id: string): Promise<ImportRow | null> {
  const [row] = await db().select().from(historyImports).where(eq(historyImports.id, id));
  return row ?? null;
}

/** Returns the ids of imports of all agents that have waited or run for at least a minute. */
export async function listBusyImports(): Promise<string[]> {
  const { id, status, createdAt } = historyImports;
  const rows = await db()
    .select({ id })
    .from(historyImports)
    .where(
      and(inArray(status, ["reading", "waiting", "taking"]), raw`${createdAt} < now() - interval '1 minute'`),
    );
  return rows.map((row) => row.id);
}

type Change = Partial<
  Pick<ImportRow, "product" | "status" | "survey" | "choice" | "progress" | "report" | "error" | "endedAt">
>;

/** Changes an import that has one of the statuses. Returns false if it has another one. */
export async function changeImport(
  id: string,
  from: readonly ImportStatus[],
  change: Change,
): Promise<boolean> {
  const changed = await db()
    .update(historyImports)
    .set(change)
    .where(and(eq(historyImports.id, id), inArray(historyImports.status, [...from])))
    .returning({ id: historyImports.id });
  return changed.length > 0;
}

/** Returns the items of the agent that came from the product, by their id there. */
export async function itemsBySource(
  agentId: string,
  product: Product,
  kind: ItemKind,
): Promise<Map<string, ItemRow>> {
  const rows = await db()
    .select()
    .from(importedItems)
    .where(
      and(
        ...[eq(importedItems.agentId, agentId), eq(importedItems.product, product)],
        eq(importedItems.kind, kind),
      ),
    );
  return new Map(rows.map((row) => [row.source, row]));
}

export async function itemsOfImport(importId: string, kind: ItemKind): Promise<ItemRow[]> {
  return db()
    .select()
    .from(importedItems)
    .where(and(eq(importedItems.importId, importId), eq(importedItems.kind, kind)));
}

/** Records items, also those of an earlier import that have changed. */
export async function recordItems(items: readonly ItemRow[]): Promise<void> {
  if (items.length === 0) return;
  const { agentId, product, kind, source } = importedItems;
  await db()
    .insert(importedItems)
    .values([...items])
    .onConflictDoUpdate({
      target: [agentId, product, kind, source],
      set: {
        ...{ target: raw`excluded.target`, digest: raw`excluded.digest`, parts: raw`excluded.parts` },
        // Undoing the first import removes the item, so the first import stays its owner.
        importId: raw`${importedItems.importId}`,
      },
    });
}

export async function forgetItems(importId: string, kept: readonly string[]): Promise<void> {
  await db()
    .delete(importedItems)
    .where(
      and(
        eq(importedItems.importId, importId),
        raw`not (${importedItems.kind} = 'conversation' and ${importedItems.target} in
          (select json_array_elements_text(${asJson(kept)}::json)))`,
      ),
    );
}

/** Adds memories that no earlier import listed. Returns the number of new ones. */
export async function addMemories(
  { id: importId, agentId }: Pick<ImportRow, "id" | "agentId">,
  product: Product,
  memories: readonly NewMemory[],
): Promise<number> {
  if (memories.length === 0) return 0;
  const added = await db()
    .insert(importedMemories)
    .values(memories.map((one) => ({ ...one, importId, agentId, product })))
    .onConflictDoNothing()
    .returning({ id: importedMemories.id });
  return added.length;
}

export async function openMemoriesOf(agentId: string, importId: string) {
  await readImport(agentId, importId);
  const { id, kind, title, content } = importedMemories;
  return db()
    .select({ id, kind, title, content })
    .from(importedMemories)
    .where(and(eq(importedMemories.importId, importId), eq(importedMemories.status, "open")))
    .orderBy(raw`array_position(array['instruction', 'project', 'memory'], ${kind})`, title, content)
    .limit(2_000);
}

/** Decides about memories. Returns the memories that were still open. */
export async function decideMemories(
  importId: string,
  ids: readonly string[],
  change: { status: MemoryStatus; factId?: string },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .update(importedMemories)
    .set(change)
    .where(
      and(
        ...[eq(importedMemories.importId, importId), eq(importedMemories.status, "open")],
        inArray(importedMemories.id, [...ids]),
      ),
    )
    .returning({ id: importedMemories.id });
  return rows.map(({ id }) => id);
}

export async function forgetMemories(importId: string): Promise<void> {
  await db()
    .delete(importedMemories)
    .where(and(eq(importedMemories.importId, importId), eq(importedMemories.status, "open")));
}
