import { createHash, randomUUID } from "node:crypto";
import type { ISql, TransactionSql } from "postgres";
import { AppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import type { FactChange, FactContent } from "@/lib/shared/memory/facts";
import type { MemoryLayer } from "@/lib/shared/memory/memory";
import { distinctWords } from "@/lib/shared/text/words";
import { asJson, relaxedSql, sql } from "@/lib/store/db";
import { type Add, adding, type By, changing, type NewRevision, publishChange } from "@/lib/store/revisions";
import type { MemoryRow } from "@/lib/store/rows";
import { columns, gone, idsOf, KIND, readFact, type StoredFact } from "./fact-list";

const DAY_SECONDS = 86_400;
/** How long a fact of a layer lasts; null: for good, or as long as its session. */
const LASTS: Record<MemoryLayer, number | null> = {
  ...{ long: null, mid: 90 * DAY_SECONDS, short: 14 * DAY_SECONDS, session: null },
};
/** So often a recall puts off the end of a fact. */
const MAX_EXTENSIONS = 2;
/** What was forgotten can be brought back for so long. */
const UNDO_DAYS = 30;
const MAX_FACTS = 50_000;
const SWEEP = 200;

type Wanted = { layer: MemoryLayer; content: string; category?: string | null; certainty?: number } & {
  source?: FactContent["source"];
  conversationId?: string | null;
};

/** Keeps a fact. The same content in the same layer renews the one that is there, also one that was forgotten. */
export async function storeFact(agentId: string, wanted: Wanted, by: By): Promise<StoredFact> {
  const { id, isNew } = await sql().begin((tx) => keepFact(tx, agentId, wanted, by));
  if (isNew) publishFact(agentId, id);
  else await renew(agentId, id, wanted, by);
  return readFact(agentId, id);
}

export const publishFact = (agentId: string, id: string) => publishChange({ agentId, kind: KIND, name: id });

/** The same in a transaction: a fact that is there already, perhaps forgotten, stays as it is. */
export async function keepFact(
  tx: TransactionSql,
  agentId: string,
  wanted: Wanted,
  by: By,
): Promise<{ id: string; isNew: boolean }> {
  const { layer, content, conversationId = null } = wanted;
  const hash = hashOf(content);
  // Whoever keeps the same fact at the same moment waits here, and finds it then.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${agentId} fact ${layer} ${hash}`}, 0))`;
  const [there] = await tx<{ id: string }[]>`
    select id from memories where agent_id = ${agentId} and layer = ${layer} and content_hash = ${hash}
      and conversation_id is not distinct from ${conversationId}::uuid`;
  if (there) return { id: there.id, isNew: false };
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from memories where agent_id = ${agentId} and deleted_at is null`;
  if ((row?.count ?? 0) >= MAX_FACTS)
    throw new AppError("conflict", `There are ${MAX_FACTS} facts already. Forget some first.`);
  const id = randomUUID();
  await writeVersion(tx, agentId, id, contentOf(wanted), by);
  return { id, isNew: true };
}

/** The version of a new fact has no earlier one, so it needs no lock of its own. */
async function writeVersion(tx: TransactionSql, agentId: string, id: string, content: FactContent, by: By) {
  await putFact(tx, adding(tx, { agentId, kind: KIND, name: id }), agentId, id, { content, ...by });
}

async function renew(agentId: string, id: string, wanted: Wanted, by: By): Promise<void> {
  await changing({ agentId, kind: KIND, name: id }, async (tx, add) => {
    const [row] = await tx<
      MemoryRow[]
    >`select ${columns(tx)}, deleted_at as "deletedAt" from memories where agent_id = ${agentId} and id = ${id}`;
    if (!row) throw gone(id);
    const { category = row.category, certainty = row.certainty, source } = wanted;
    const isSame = category === row.category && certainty === row.certainty && row.deletedAt === null;
    if (isSame)
      await tx`update memories set ${lasting(tx, row.layer)}, extensions = 0, updated_at = now() where id = ${id}`;
    else
      await putFact(tx, add, agentId, id, {
        content: contentOf({ ...row, category, certainty, source: source ?? sourceOf(row) }),
        ...by,
      });
  });
}

/** Changes what the person wants changed of a fact. What is pinned is no part of a version. */
export async function changeFact(
  agentId: string,
  id: string,
  { pinned, version, ...change }: FactChange,
  by: By,
): Promise<StoredFact> {
  await changing({ agentId, kind: KIND, name: id }, async (tx, add) => {
    const row = await readLive(tx, agentId, id, version);
    const before = contentOf({ ...row, source: sourceOf(row) });
    const after = { ...before, ...change };
    if (after.layer !== row.layer || after.content !== row.content) await assertFree(tx, agentId, id, after);
    if (JSON.stringify(before) !== JSON.stringify(after))
      await putFact(tx, add, agentId, id, { content: after, ...by });
    if (pinned !== undefined)
      await tx`update memories set pinned_at = case when ${pinned} then coalesce(pinned_at, now()) end where id = ${id}`;
  });
  return readFact(agentId, id);
}

/** A fact that is there, of the version that was seen. */
export async function readLive(
  tx: TransactionSql,
  agentId: string,
  id: string,
  version?: number,
): Promise<StoredFact> {
  const [row] = await tx<StoredFact[]>`
    select ${columns(tx)} from memories where agent_id = ${agentId} and id = ${id} and deleted_at is null`;
  if (!row) throw gone(id);
  if (version !== undefined && version !== row.version)
    throw new AppError(
      "conflict",
      `The fact has changed meanwhile: version ${row.version} is live now. Read it again.`,
      {
        details: { version: row.version },
      },
    );
  return row;
}

/** Nothing else says just that; what was forgotten gives way. */
export async function assertFree(
  tx: TransactionSql,
  agentId: string,
  id: string,
  { layer, content, conversationId }: FactContent,
) {
  const [other] = await tx<{ id: string; isGone: boolean }[]>`
    select id, deleted_at is not null as "isGone" from memories where agent_id = ${agentId} and layer = ${layer} and id <> ${id}
      and content_hash = ${hashOf(content)} and conversation_id is not distinct from ${conversationId}::uuid`;
  if (other && !other.isGone)
    throw new AppError("conflict", "Another fact of this layer says just that. Forget one of the two.", {
      details: { id: other.id },
    });
  if (other) await tx`delete from memories where id = ${other.id}`;
}

/** Takes a fact out of search and prompt at once. Whether it was there. */
export async function forgetFact(agentId: string, id: string, by: By): Promise<boolean> {
  return changing({ agentId, kind: KIND, name: id }, async (tx, add) => {
    const [row] =
      await tx`select from memories where agent_id = ${agentId} and id = ${id} and deleted_at is null`;
    if (row) await putFact(tx, add, agentId, id, { content: null, ...by });
    return row !== undefined;
  });
}

/** Writes a version of a fact and puts it live; null forgets it. A session's fact whose conversation is gone is not kept. */
export async function putFact(
  tx: TransactionSql,
  add: Add,
  agentId: string,
  id: string,
  revision: NewRevision & { content: FactContent | null },
): Promise<WholeRevision> {
  const added = await add(revision);
  const { content } = revision;
  if (!content) {
    await tx`update memories set deleted_at = now(), version = ${added.version} where agent_id = ${agentId} and id = ${id}`;
    await tx`delete from embeddings where memory_id = ${id}`;
    return added;
  }
  const { layer, category, certainty, source, conversationId } = content;
  await tx`
    insert into memories (id, agent_id, layer, conversation_id, content, words, content_hash, category, certainty, source, version)
    select ${id}, ${agentId}, ${layer}, ${conversationId}::uuid, ${content.content}, ${wordsOfFact(content.content, category)}, ${hashOf(content.content)},
      ${category}, ${certainty}, ${source && asJson(source)}::json, ${added.version}
    where ${conversationId}::uuid is null or exists (select from conversations where id = ${conversationId}::uuid and agent_id = ${agentId})
    on conflict (id) do update set layer = excluded.layer, conversation_id = excluded.conversation_id, content = excluded.content,
      words = excluded.words, content_hash = excluded.content_hash, category = excluded.category, certainty = excluded.certainty,
      source = excluded.source, version = excluded.version, deleted_at = null, updated_at = now(), extensions = 0
    where memories.agent_id = excluded.agent_id`;
  await tx`update memories set ${lasting(tx, layer)} where id = ${id} and agent_id = ${agentId}`;
  return added;
}

const lasting = (on: ISql, layer: MemoryLayer) =>
  on`expires_at = now() + ${LASTS[layer]}::float8 * interval '1 second'`;

const wordsOfFact = (content: string, category: string | null) =>
  distinctWords(category ? `${content} ${category}` : content, 20_000);

/** What a fact says, as its rows have it. */
export const hashOf = (content: string) => createHash("sha256").update(content).digest("hex");

export const sourceOf = ({ source }: Pick<MemoryRow, "source">) => source as FactContent["source"];

export const contentOf = (given: Wanted): FactContent => ({
  layer: given.layer,
  content: given.content,
  category: given.category ?? null,
  certainty: given.certainty ?? 1,
  source: given.source ?? null,
  conversationId: given.layer === "session" ? (given.conversationId ?? null) : null,
});

/** Notes that facts were recalled. By the agent's own question that puts off the end of what does not last, twice at the most. */
export async function noteRecalled(
  agentId: string,
  ids: readonly string[],
  extends_: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  await relaxedSql()`
    update memories set last_recalled_at = now(), recalls = recalls + 1,
      expires_at = case when ${extends_} and extensions < ${MAX_EXTENSIONS} then case layer
        when 'mid' then now() + ${LASTS.mid} * interval '1 second'
        when 'short' then now() + ${LASTS.short} * interval '1 second' else expires_at end else expires_at end,
      extensions = extensions + case when ${extends_} and layer in ('mid', 'short') and extensions < ${MAX_EXTENSIONS} then 1 else 0 end
    where agent_id = ${agentId} and deleted_at is null and id = any(${idsOf(ids)})`;
}

/** Facts of a session that is over. */
export async function endSessionFacts(agentId: string, conversationId: string): Promise<void> {
  const rows = await sql()<{ id: string }[]>`
    select id from memories
    where agent_id = ${agentId} and conversation_id = ${conversationId} and layer = 'session' and deleted_at is null`;
  for (const { id } of rows) await forgetFact(agentId, id, { author: "system", cause: null });
}

/** Takes out what has expired or whose session is over, and what was forgotten so long ago that nobody brings it back, with all its versions. */
export async function sweepFacts(): Promise<void> {
  const expired = await sql()<{ agentId: string; id: string }[]>`
    select agent_id as "agentId", id from memories where deleted_at is null and expires_at <= now() and pinned_at is null
    union all
    select f.agent_id, f.id from memories f join conversations c on c.id = f.conversation_id
    where f.deleted_at is null and f.layer = 'session' and c.ended_at is not null limit ${SWEEP}`;
  for (const { agentId, id } of expired) await forgetFact(agentId, id, { author: "system", cause: null });
  await sql()`
    with old as (
      select agent_id, id from memories where deleted_at < now() - ${UNDO_DAYS} * interval '1 day' limit ${SWEEP}
    ), versions as (
      delete from revisions r using old where r.agent_id = old.agent_id and r.kind = ${KIND} and r.name = old.id::text
    )
    delete from memories m using old where m.id = old.id`;
}

/** Of the fact that is kept under an id, also of one that was forgotten; null where nothing is left of it. */
export async function versionOf(tx: TransactionSql, agentId: string, id: string): Promise<number | null> {
  const [row] = await tx<{ version: number }[]>`
    select version from memories where agent_id = ${agentId} and id = ${id}`;
  return row?.version ?? null;
}
