import { restoreDatabase } from "@/lib/agent-db/restore";
import { restoreTool } from "@/lib/agent-tools/save";
import { restoreComponent } from "@/lib/components/save";
import type { Kind, WholeRevision } from "@/lib/shared/history";
import { sql } from "@/lib/store/db";
import { changing, readLive, readRevision } from "@/lib/store/revisions";
import { publishLive, putThing } from "@/lib/store/things";

type Restore = (agentId: string, revision: WholeRevision, accept?: boolean) => Promise<WholeRevision>;

/** Nothing can be wrong with it: it was stored as it is. */
const put: Restore = async (agentId, { kind, name, version, content, origins }) => {
  const thing = { agentId, kind, name };
  const cause = { restored: { version } };
  const restored = await changing(thing, (tx, add) =>
    putThing(tx, add, thing, { content, author: "restore", cause, origins }),
  );
  publishLive(thing);
  return restored;
};

/** How each kind of thing is put back to an earlier version. */
const RESTORE: Record<Kind, Restore> = {
  system_prompt: put,
  learned_notes: put,
  tool: restoreTool,
  component: (agentId, revision, accept) =>
    (revision.deleted ? put : restoreComponent)(agentId, revision, accept),
  state: put,
  database: restoreDatabase,
};

/** Makes an earlier version the newest; what was between stays in the history. What is so already stays as it is. */
export async function restore(agentId: string, id: string, accept?: boolean): Promise<WholeRevision> {
  const revision = await readRevision(agentId, id);
  const { kind, name } = revision;
  const thing = { agentId, kind, name };
  // What the newest copy holds is seldom what is there now.
  const live = kind === "database" ? null : await readLive(sql(), thing);
  if (live && JSON.stringify(live.content) === JSON.stringify(revision.content)) return live;
  return RESTORE[kind](agentId, revision, accept);
}
