import { restoreComponent } from "@/lib/components/save";
import type { Kind, WholeRevision } from "@/lib/shared/history";
import { readRevision } from "@/lib/store/revisions";

type Restore = (agentId: string, revision: WholeRevision, accept?: boolean) => Promise<WholeRevision>;

/** How each kind of thing is put back to an earlier version. */
const RESTORE: Record<Kind, Restore> = { component: restoreComponent };

/** Makes an earlier version the newest; what was between stays in the history. */
export async function restore(agentId: string, id: string, accept?: boolean): Promise<WholeRevision> {
  const revision = await readRevision(agentId, id);
  return RESTORE[revision.kind](agentId, revision, accept);
}
