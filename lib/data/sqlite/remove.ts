import { rm } from "node:fs/promises";
import { databaseOf } from "./databases";
import { folderOf } from "./folder";

/** Removes an agent's database with its folder; the copies in the history are blobs, and go when nobody names them. */
export async function removeDatabase(agentId: string): Promise<void> {
  await databaseOf(agentId).end();
  await rm(folderOf(agentId), { recursive: true, force: true });
}
