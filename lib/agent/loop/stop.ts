import { closeAsks } from "@/lib/agent/calls/answer";
import { changeOf, publish } from "@/lib/store/bus";
import { readStanding, type Standing } from "@/lib/store/loop/asks";
import { deleteConversation } from "@/lib/store/loop/deletion";
import { askersAbove } from "@/lib/store/loop/helper-asks";
import { abandonHelpers, openHelpers } from "@/lib/store/loop/helpers";
import { type Progress, readProgress } from "@/lib/store/loop/progress";
import { requestStop } from "@/lib/store/loop/runs";
import { closeSession } from "@/lib/web/browser/sessions";
import { type LiveRun, liveRuns } from "./live";

/** How long a stop waits for the run to end, so that it can return the final status. */
const PATIENCE_MS = 5_000;

/**
 * Stops the conversation's run on any server, and its helpers, and keeps the output so far. Closes the asks
 * of a waiting run, even if it began to wait during the stop. Returns the status of the latest run, or null
 * if there was none.
 */
export async function stop(agentId: string, conversationId: string): Promise<Progress | null> {
  await until(() => isOver(conversationId, cancelled));
  publish({ type: "conversation", agent: agentId, id: conversationId });
  for (const asker of await askersAbove(conversationId)) {
    publish({ type: "conversation", agent: asker.agentId, id: asker.conversationId });
    publish({ type: "helpers", agent: asker.agentId, id: asker.conversationId });
  }
  await stopHelpers(conversationId);
  return readProgress(conversationId);
}

async function stopHelpers(conversationId: string): Promise<void> {
  await abandonHelpers(conversationId);
  const helpers = await openHelpers(conversationId);
  await Promise.all(helpers.map((helper) => stop(helper.agentId, helper.conversationId)));
}

/**
 * Deletes a conversation, stops its run and helpers, and closes its browser. No run can start after the
 * deletion. Open asks stay open, so that undoing the deletion restores them.
 */
export async function deleteWithRun(agentId: string, conversationId: string): Promise<void> {
  await deleteConversation(agentId, conversationId);
  await until(() => isOver(conversationId, async () => true));
  await stopHelpers(conversationId);
  await closeSession(conversationId, "The conversation was deleted.");
  publish({ type: "conversation", agent: agentId, id: conversationId });
}

const cancelled = (standing: Standing) => closeAsks(standing, "stopped", { action: "cancelled" });

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline && !(await isDone()));
}

/**
 * Tries once to end the run. Returns true if no run is running; for a waiting run, returns the result of
 * `waits`.
 */
async function isOver(
  conversationId: string,
  waits: (standing: Standing) => Promise<boolean>,
): Promise<boolean> {
  const live = liveRuns().get(conversationId);
  if (live) await stopHere(live);
  const standing = await readStanding(conversationId);
  if (!standing) return true;
  if (standing.status === "waiting") return waits(standing);
  const changed = changeOf(conversationId);
  await requestStop(standing.id);
  publish({ type: "stop", run: standing.id });
  await changed;
  return false;
}

async function stopHere(live: LiveRun): Promise<void> {
  live.abort.abort("stopped");
  await Promise.race([live.settled, patience()]);
}

const patience = () => new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
