import type { TransactionSql } from "postgres";
import { files } from "@/drizzle/schema";
import type { Reading } from "@/lib/shared/files";
import { publish } from "@/lib/store/bus";
import { db, sql } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";
import { type FileRow, isFile, storedReading } from "./files";

/**
 * Returns the content that models receive instead of a file, calling `make` if none is stored. `make` runs
 * only once, even for concurrent calls on several servers, because the lock is held while it runs. If the
 * server dies during `make`, the row stays unchanged.
 */
export async function readOnce(
  file: FileRow,
  agentId: string,
  make: () => Promise<Reading>,
): Promise<Reading> {
  const result = await sql().begin(async (tx) => {
    const before = await lockReading(tx, agentId, file.id);
    if (before) return before;
    const made = await make();
    await db(tx).update(files).set({ reading: made }).where(isFile(agentId, file.id));
    return made;
  });
  publish({ type: "file", agent: agentId, id: file.id });
  return result;
}

/** Replaces the content that models receive instead of a file. `make` receives the current content. */
export async function replaceReading(
  file: FileRow,
  agentId: string,
  make: (before: Reading | null) => Promise<Reading>,
): Promise<void> {
  await sql().begin(async (tx) => {
    const made = await make(await lockReading(tx, agentId, file.id));
    await db(tx).update(files).set({ reading: made }).where(isFile(agentId, file.id));
  });
  publish({ type: "file", agent: agentId, id: file.id });
}

async function lockReading(tx: TransactionSql, agentId: string, id: string): Promise<Reading | null> {
  await lockName(tx, `easel file ${agentId} ${id}`);
  const [row] = await db(tx).select({ reading: storedReading }).from(files).where(isFile(agentId, id));
  return row?.reading ?? null;
}
