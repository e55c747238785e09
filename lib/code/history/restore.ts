import type { WholeRevision } from "@/lib/shared/history";
import { sql } from "@/lib/store/db";
import { readLive, readRevision } from "@/lib/store/revisions";
import { restoreItem } from "./kinds";

/**
 * Puts an earlier version live as a new one; versions in between stay in the history. Writes nothing if the
 * content is already live.
 */
export async function restoreVersion(agentId: string, id: string, accept?: boolean): Promise<WholeRevision> {
  const revision = await readRevision(agentId, id);
  const { kind, name } = revision;
  // The newest copy of the database usually differs from its current content.
  const live = kind === "database" ? null : await readLive(sql(), { agentId, kind, name });
  if (live && JSON.stringify(live.content) === JSON.stringify(revision.content)) return live;
  return restoreItem(agentId, revision, accept);
}
