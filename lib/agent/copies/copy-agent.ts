import type { TransactionSql } from "postgres";
import { stop } from "@/lib/agent/loop/stop";
import { copyOf } from "@/lib/code/history/facts";
import { putItem } from "@/lib/code/history/kinds";
import { changeAt, lendDatabase } from "@/lib/data/sqlite/borrowed";
import { removeDatabase } from "@/lib/data/sqlite/remove";
import type { RehearsedCause, ReplayCause } from "@/lib/shared/rehearsals";
import { deleteCopy, purgeRehearsals } from "@/lib/store/agents/agent-making";
import { listLive } from "@/lib/store/agents/agents";
import { beginRehearsal } from "@/lib/store/agents/rehearsal-begin";
import { differencesSince } from "@/lib/store/restore-point";
import { type Add, readRevision } from "@/lib/store/revisions";

type New = { title: string; cause: RehearsedCause | ReplayCause; at: string | null };

/**
 * Copies an agent as it is now, or as it was at a time, for a trial. `fill` adds the rows of the trial and returns the id of
 * its conversation. Returns the id of the copy.
 */
export async function copyAgent(
  agentId: string,
  { title, cause, at }: New,
  fill: (tx: TransactionSql, copyId: string) => Promise<string | null>,
): Promise<string> {
  const databaseChange = await changeAt(agentId, at === null ? null : Date.parse(at));
  const id = await beginRehearsal(
    { sourceId: agentId, title, cause, at, databaseChange },
    async (tx, copyId) => {
      if (at !== null) await rewind(tx, agentId, copyId, at);
      // Before the commit, so that no crash leaves a copy without its tables.
      if (databaseChange !== null) await lendDatabase(copyId, agentId, databaseChange);
      return fill(tx, copyId);
    },
  );
  for (const old of await purgeRehearsals(agentId)) await removeDatabase(old);
  return id;
}

/** Stops the runs of a copy and deletes it. */
export async function removeCopy(id: string): Promise<void> {
  await Promise.all((await listLive(id)).map((conversationId) => stop(id, conversationId)));
  await deleteCopy(id);
  await removeDatabase(id);
}

/** Gives a copy the items that differed at an earlier time. Their versions are in its history already. */
async function rewind(tx: TransactionSql, agentId: string, copyId: string, at: string): Promise<void> {
  for (const { kind, name, revisionId, to } of await differencesSince(tx, agentId, at)) {
    if (kind === "collection") continue;
    const then = revisionId === null ? null : await readRevision(agentId, revisionId, tx);
    const item = { agentId: copyId, kind, name: kind === "memory" ? copyOf(copyId, name) : name };
    const add: Add = async (revision) => ({
      ...{ ...item, id: "", version: to ?? 0, author: revision.author, cause: null, failure: null },
      ...{
        deleted: revision.content === null,
        live: true,
        origins: [],
        createdAt: at,
        content: revision.content,
      },
    });
    await putItem(tx, add, item, { content: then?.content ?? null, author: "system", cause: null });
  }
}
