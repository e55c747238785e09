import { log } from "@/lib/ground/base/log";
import { isAppError } from "@/lib/shared/errors";
import { listBegun, readRehearsal } from "@/lib/store/agents/rehearsals";
import { alone, undoOnce } from "./accept";
import { findTaken, rollBack } from "./database";

/** Takes back an accept that did not end because its server died, and completes such an undo. */
export async function settleRehearsal(agentId: string, id: string): Promise<void> {
  try {
    await alone(id, async () => {
      const rehearsal = { ...(await readRehearsal(agentId, id)), sourceId: agentId };
      const { accepted, acceptedAt, undoneAt } = rehearsal;
      if (!accepted?.some(({ begun }) => begun) || undoneAt !== null) return;
      if (acceptedAt === null) await rollBack(rehearsal, await findTaken(rehearsal));
      else await undoOnce(agentId, id);
    });
  } catch (error) {
    // An item changed since, so that the user decides.
    if (!isAppError(error) || error.code !== "conflict") throw error;
  }
}

export async function settleRehearsals(): Promise<void> {
  for (const { id, sourceId } of await listBegun())
    await settleRehearsal(sourceId, id).catch((error: unknown) =>
      log.warn("An accept of a rehearsal was not settled", error, { rehearsal: id }),
    );
}
