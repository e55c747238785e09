import { AppError } from "@/lib/shared/errors";
import { MAX_SHARES, type Share } from "@/lib/shared/shares";
import { asJson, sql } from "@/lib/store/db";
import type { ShareRow } from "@/lib/store/rows";

type New = Pick<
  ShareRow,
  "agentId" | "conversationId" | "sheet" | "title" | "tokenHash" | "document" | "live"
> & {
  days: number | null;
};
/** A sheet that is shown as it is now. */
export type LiveShare = Pick<ShareRow, "id" | "agentId" | "conversationId" | "sheet"> & {
  live: NonNullable<ShareRow["live"]>;
};

const columns = () => sql()`
  id, conversation_id as "conversationId", sheet, title, live is not null as "isLive", to_json(created_at) as "createdAt",
  to_json(expires_at) as "expiresAt"`;
const isOver = () => sql()`coalesce(expires_at <= now(), false)`;
/** What it leads to is there. */
const isThere = () => sql()`
  not ${isOver()} and exists (select from conversations c where c.id = conversation_id and c.deleted_at is null)
  and exists (select from agents a where a.id = agent_id and a.deleted_at is null)`;

/** Keeps what is shared under the hash of its token, and forgets links that are over. Throws not_found, conflict. */
export async function addShare({
  agentId,
  conversationId,
  sheet,
  title,
  tokenHash,
  document,
  live,
  days,
}: New): Promise<Share> {
  return sql().begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${agentId} shares`}, 0))`;
    await tx`delete from shares where agent_id = ${agentId} and ${isOver()}`;
    const [known] = await tx<{ count: number }[]>`
      select (select count(*)::int from shares where agent_id = ${agentId}) as count from conversations
      where id = ${conversationId} and agent_id = ${agentId} and deleted_at is null`;
    if (!known) throw new AppError("not_found", "There is no such conversation.");
    if (known.count >= MAX_SHARES)
      throw new AppError(
        "conflict",
        `There are ${MAX_SHARES} links already. Revoke one that is not needed any more.`,
      );
    const [row] = await tx<Share[]>`
      insert into shares (agent_id, conversation_id, sheet, title, token_hash, document, live, expires_at)
      values (${agentId}, ${conversationId}, ${sheet}, ${title}, ${tokenHash}, ${document},
        ${live && asJson(live)}::json, now() + ${days}::int * interval '1 day')
      returning ${columns()}`;
    if (!row) throw new Error("The link was not stored");
    return row;
  });
}

/** Those that hold, the newest first. */
export const listShares = (agentId: string): Promise<Share[]> => sql()<Share[]>`
  select ${columns()} from shares where agent_id = ${agentId} and ${isThere()} order by created_at desc, id`;

/** The document that is shared under this hash; null where the link was revoked, is over, or what it leads to was deleted. */
export async function readShare(tokenHash: string): Promise<Buffer | null> {
  const [row] = await sql()<Pick<ShareRow, "document">[]>`
    select document from shares where token_hash = ${tokenHash} and ${isThere()}`;
  return row?.document ?? null;
}

/** The same of a sheet that is shown as it is now. */
export async function readLiveShare(tokenHash: string): Promise<LiveShare | null> {
  const [row] = await sql()<LiveShare[]>`
    select id, agent_id as "agentId", conversation_id as "conversationId", sheet, live
    from shares where token_hash = ${tokenHash} and live is not null and ${isThere()}`;
  return row ?? null;
}

/** False when there is none. */
export async function removeShare(agentId: string, id: string): Promise<boolean> {
  const gone = await sql()`delete from shares where id = ${id} and agent_id = ${agentId} returning id`;
  return gone.length > 0;
}
