import { rm } from "node:fs/promises";
import { databaseOf } from "./databases";
import { folderOf } from "./folder";

/**
 * Removes an agent's database with its folder. Copies in the history are blobs; they are deleted as soon as
 * nothing refers to them.
 */
export async function removeDatabase(agentId: string): Promise<void> {
  await databaseOf(agentId).end();
  await rm(folderOf(agentId), { recursive: true, force: true });
}
