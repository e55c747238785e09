import { and, asc, desc, eq, sql as raw } from "drizzle-orm";
import { runs } from "@/drizzle/schema";
import { commitAhead } from "@/lib/store/commit";
import { db, prepareOnce } from "@/lib/store/db";
import type { Run } from "@/lib/store/rows";

export type Progress = Pick<Run, "id" | "conversationId" | "messageId" | "status" | "attempt" | "pending">;

const { id, conversationId, messageId, status, attempt, pending } = runs;
const latest = prepareOnce((on) =>
  on
    .select({ id, conversationId, messageId, status, attempt, pending })
    .from(runs)
    .where(eq(conversationId, raw.placeholder("conversationId")))
    .orderBy(desc(runs.startedAt), asc(id))
    .limit(1)
    .prepare("latest"),
);

export async function readProgress(conversationId: string): Promise<Progress | null> {
  const [row] = await latest().execute({ conversationId });
  return row ?? null;
}

/**
 * Returns whether a run that was committed ahead exists with this attempt. Call `isOnDisk` to learn whether
 * it is on disk.
 */
export async function isAttempt(runId: string, number: number): Promise<boolean> {
  const rows = await commitAhead((on) =>
    db(on)
      .select({ id })
      .from(runs)
      .where(and(eq(id, runId), eq(attempt, number))),
  );
  return rows.length > 0;
}
