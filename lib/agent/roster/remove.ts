import { stop } from "@/lib/agent/loop/stop";
import { removeDatabase } from "@/lib/data/sqlite/remove";
import { deleteAgent, purgeAgents } from "@/lib/store/agents/agent-making";
import { listLive } from "@/lib/store/agents/agents";

/** Puts an agent into the bin and stops what runs or waits there. */
export async function removeAgent(id: string): Promise<void> {
  await deleteAgent(id);
  await Promise.all((await listLive(id)).map((conversationId) => stop(id, conversationId)));
}

/** Removes what was in the bin for too long or was never made whole, and the databases with it. */
export async function purgeBin(): Promise<void> {
  for (const id of await purgeAgents()) await removeDatabase(id);
}
