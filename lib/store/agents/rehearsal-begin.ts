import type { TransactionSql } from "postgres";
import { actingMember } from "@/lib/ground/base/acting";
import { OWNER_ID } from "@/lib/shared/members/roles";
import type { RehearsedCause, ReplayCause } from "@/lib/shared/rehearsals";
import { sql } from "@/lib/store/db";
import { borrowCollectionsOfVersions, copyParts, insertCopy } from "./agent-copies";
import { publishAgents } from "./agent-making";
import { addRehearsal } from "./rehearsals";

type New = {
  sourceId: string;
  title: string;
  cause: RehearsedCause | ReplayCause;
  /** ISO time; null for now. */
  at: string | null;
  databaseChange: number | null;
};

/**
 * Copies an agent in one snapshot of Postgres, without locks. `fill` adds the rows of this rehearsal and returns the id of
 * its conversation, if it has one. Returns the id of the copy.
 */
export async function beginRehearsal(
  { sourceId, title, cause, at, databaseChange }: New,
  fill: (tx: TransactionSql, copyId: string) => Promise<string | null>,
): Promise<string> {
  const memberId = actingMember() ?? OWNER_ID;
  const copyId = await sql().begin("isolation level repeatable read", async (tx) => {
    const id = await insertCopy(tx, { sourceId, memberId });
    await copyParts(tx, sourceId, id, at);
    if (at !== null) await borrowCollectionsOfVersions(tx, id);
    const [clock] = await tx<{ time: string }[]>`select clock_timestamp() as time`;
    if (!clock) throw new Error("The database returned no time");
    const takenAt = new Date(clock.time).toISOString();
    const conversationId = await fill(tx, id);
    await addRehearsal(tx, { ...{ id, sourceId, title, cause, databaseChange, conversationId }, takenAt });
    return id;
  });
  publishAgents();
  return copyId;
}
