import { publish } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { noConversation } from "./conversations";

/** How long deleting can be undone. */
const KEPT_S = 24 * 60 * 60;
/** So many are purged at once that the others do not have to wait. */
const AT_ONCE = 100;

/** Takes a conversation away for everybody; for a day it can be brought back. */
export async function deleteConversation(agentId: string, id: string): Promise<void> {
  const gone = await sql()`
    update conversations set deleted_at = now()
    where id = ${id} and agent_id = ${agentId} and deleted_at is null returning pinned_surface`;
  if (gone.length === 0) throw noConversation(id);
  publish({ type: "conversation", agent: agentId, id });
  if (gone[0]?.pinned_surface) publish({ type: "pins", agent: agentId });
}

/** Brings a deleted conversation back; one that is there stays as it is. Throws when it is gone for good. */
export async function restoreConversation(agentId: string, id: string): Promise<void> {
  const back = await sql()`
    update conversations set deleted_at = null where id = ${id} and agent_id = ${agentId} returning pinned_surface`;
  if (back.length === 0) throw noConversation(id);
  publish({ type: "conversation", agent: agentId, id });
  if (back[0]?.pinned_surface) publish({ type: "pins", agent: agentId });
}

/** Removes a deleted conversation with all that hangs on it. */
export async function purge(id: string): Promise<void> {
  await sql()`delete from conversations where id = ${id} and deleted_at is not null`;
}

/** Removes what was deleted too long ago to be brought back. */
export async function purgeOld(): Promise<void> {
  await sql()`
    delete from conversations where id in (
      select id from conversations where deleted_at < now() - ${KEPT_S} * interval '1 s' limit ${AT_ONCE})`;
}
