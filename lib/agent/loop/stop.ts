import { closeAsks } from "@/lib/agent/calls/answer";
import { publish, waitForConversationChange } from "@/lib/store/bus";
import { type CurrentRun, readCurrentRun } from "@/lib/store/loop/asks";
import { deleteConversation } from "@/lib/store/loop/deletion";
import { type Progress, readProgress } from "@/lib/store/loop/progress";
import { requestStop } from "@/lib/store/loop/runs";
import { parentsAbove } from "@/lib/store/loop/subagent-asks";
import { abandonSubagents, openSubagents } from "@/lib/store/loop/subagents";
import { closeSession } from "@/lib/web/browser/sessions";
import { type LiveRun, liveRuns } from "./live";

/** How long a stop waits for the run to end, so that it can return the final status. */
const TIMEOUT_MS = 5_000;

/**
 * Stops the conversation's run on any server, and its subagents, and keeps the output so far. Closes the asks
 * of a waiting run, even if it began to wait during the stop. Returns the status of the latest run, or null
 * if there was none.
 */
export async function stop(agentId: string, conversationId: string): Promise<Progress | null> {
  await until(() => isOver(conversationId, cancelled));
  publish({ type: "conversation", agent: agentId, id: conversationId });
  for (const parent of await parentsAbove(conversationId)) {
    publish({ type: "conversation", agent: parent.agentId, id: parent.conversationId });
    publish({ type: "helpers", agent: parent.agentId, id: parent.conversationId });
  }
  await stopSubagents(conversationId);
  return readProgress(conversationId);
}

async function stopSubagents(conversationId: string): Promise<void> {
  await abandonSubagents(conversationId);
  const subagents = await openSubagents(conversationId);
  await Promise.all(subagents.map((subagent) => stop(subagent.agentId, subagent.conversationId)));
}

/**
 * Deletes a conversation, stops its run and subagents, and closes its browser. No run can start after the
 * deletion. Open asks stay open, so that undoing the deletion restores them.
 */
export async function deleteWithRun(agentId: string, conversationId: string): Promise<void> {
  await deleteConversation(agentId, conversationId);
  await until(() => isOver(conversationId, async () => true));
  await stopSubagents(conversationId);
  await closeSession(conversationId, "The conversation was deleted.");
  publish({ type: "conversation", agent: agentId, id: conversationId });
}

const cancelled = (currentRun: CurrentRun) => closeAsks(currentRun, "stopped", { action: "cancelled" });

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadline && !(await isDone()));
}

/**
 * Tries once to end the run. Returns true if no run is running; for a waiting run, returns the result of
 * `waits`.
 */
async function isOver(
  conversationId: string,
  waits: (currentRun: CurrentRun) => Promise<boolean>,
): Promise<boolean> {
  const live = liveRuns().get(conversationId);
  if (live) await stopHere(live);
  const currentRun = await readCurrentRun(conversationId);
  if (!currentRun) return true;
  if (currentRun.status === "waiting") return waits(currentRun);
  const changed = waitForConversationChange(conversationId);
  await requestStop(currentRun.id);
  publish({ type: "stop", run: currentRun.id });
  await changed;
  return false;
}

async function stopHere(live: LiveRun): Promise<void> {
  live.abort.abort("stopped");
  await Promise.race([live.settled, timeout()]);
}

const timeout = () => new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT_MS).unref());
