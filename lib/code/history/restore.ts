import type { WholeRevision } from "@/lib/shared/history";
import { sql } from "@/lib/store/db";
import { readLive, readRevision } from "@/lib/store/revisions";
import { restoreThing } from "./kinds";

/** Makes an earlier version the newest; what was between stays in the history. What is so already stays as it is. */
export async function restoreVersion(agentId: string, id: string, accept?: boolean): Promise<WholeRevision> {
  const revision = await readRevision(agentId, id);
  const { kind, name } = revision;
  // What the newest copy of the database holds is seldom what is there now.
  const live = kind === "database" ? null : await readLive(sql(), { agentId, kind, name });
  if (live && JSON.stringify(live.content) === JSON.stringify(revision.content)) return live;
  return restoreThing(agentId, revision, accept);
}
