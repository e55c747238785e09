import { stop } from "@/lib/agent/loop/stop";
import { removeDatabase } from "@/lib/data/sqlite/remove";
import { deleteAgent, purgeAgents } from "@/lib/store/agents/agent-making";
import { listLive } from "@/lib/store/agents/agents";

/** Moves an agent to the bin, and stops its running and waiting runs. */
export async function removeAgent(id: string): Promise<void> {
  await deleteAgent(id);
  await Promise.all((await listLive(id)).map((conversationId) => stop(id, conversationId)));
}

/** Removes agents that were in the bin for too long or are incomplete, with their databases. */
export async function purgeBin(): Promise<void> {
  for (const id of await purgeAgents()) await removeDatabase(id);
}
