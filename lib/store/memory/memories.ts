import { createHash, randomUUID } from "node:crypto";
import { and, eq, isNull, ne, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { conversations, embeddings, memories } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import type { FactChange, FactContent } from "@/lib/shared/memory/facts";
import type { MemoryLayer } from "@/lib/shared/memory/memory";
import { distinctWords } from "@/lib/shared/text/words";
import { asJson, db, sql } from "@/lib/store/db";
import { deleteWhole, writeFact } from "@/lib/store/hot/facts";
import { lockName } from "@/lib/store/locks";
import {
  type Add,
  adding,
  type By,
  changing,
  lock,
  type NewRevision,
  publishChange,
} from "@/lib/store/revisions";
import type { MemoryRow } from "@/lib/store/rows";
import { columns, gone, KIND, readFact, type StoredFact } from "./fact-list";

const DAY_SECONDS = 86_400;
/**
 * Lifetime of a fact by layer, in seconds. Null: the fact does not expire, or lasts as long as its session.
 */
export const LASTS: Record<MemoryLayer, number | null> = {
  ...{ long: null, mid: 90 * DAY_SECONDS, short: 14 * DAY_SECONDS, session: null },
};
const MAX_FACTS = 50_000;

type Wanted = { layer: MemoryLayer; content: string; category?: string | null; certainty?: number } & {
  source?: FactContent["source"];
  conversationId?: string | null;
  /** Default: the project of the conversation that is the source. */
  projectId?: string | null;
};

/** Stores a fact, or renews the one with the same content in the layer, even if it was forgotten. */
export async function storeFact(agentId: string, wanted: Wanted, by: By): Promise<StoredFact> {
  const { id, isNew } = await sql().begin((tx) => keepFact(tx, agentId, wanted, by));
  if (isNew) publishFact(agentId, id);
  else await renew(agentId, id, wanted, by);
  return readFact(agentId, id);
}

export const publishFact = (agentId: string, id: string) => publishChange({ agentId, kind: KIND, name: id });

/**
 * Stores a fact in a transaction. Leaves an existing fact with the same content unchanged, even if it is
 * forgotten.
 */
export async function keepFact(
  tx: TransactionSql,
  agentId: string,
  wanted: Wanted,
  by: By,
): Promise<{ id: string; isNew: boolean }> {
  const { layer, content, conversationId = null } = wanted;
  const projectId = wanted.projectId ?? (await projectOfSource(tx, agentId, wanted.source));
  const hash = hashOf(content);
  // The lock makes concurrent calls with the same fact wait. They then find the fact that the first call has
  // stored.
  await lockName(tx, `${agentId} fact ${layer} ${hash}`);
  const [there] = await db(tx)
    .select({ id: memories.id })
    .from(memories)
    .where(says(agentId, { layer, hash, conversationId, projectId }));
  if (there) return { id: there.id, isNew: false };
  const [row] = await db(tx)
    .select({ count: raw<number>`count(*)::int` })
    .from(memories)
    .where(and(eq(memories.agentId, agentId), isNull(memories.deletedAt)));
  if ((row?.count ?? 0) >= MAX_FACTS)
    throw new AppError("conflict", `There are ${MAX_FACTS} facts already. Forget some first.`);
  const id = randomUUID();
  await writeVersion(tx, agentId, id, contentOf({ ...wanted, projectId }), by);
  return { id, isNew: true };
}

async function projectOfSource(
  tx: TransactionSql,
  agentId: string,
  source: Wanted["source"],
): Promise<string | null> {
  if (!source?.conversationId) return null;
  const [row] = await db(tx)
    .select({ projectId: conversations.projectId })
    .from(conversations)
    .where(and(eq(conversations.id, source.conversationId), eq(conversations.agentId, agentId)));
  return row?.projectId ?? null;
}

const says = (
  agentId: string,
  {
    layer,
    hash,
    conversationId,
    projectId,
  }: Pick<FactContent, "layer" | "conversationId" | "projectId"> & { hash: string },
) =>
  and(
    ...[eq(memories.agentId, agentId), eq(memories.layer, layer), eq(memories.contentHash, hash)],
    raw`${memories.conversationId} is not distinct from ${conversationId}::uuid`,
    raw`${memories.projectId} is not distinct from ${projectId}::uuid`,
  );

/** Writes the first version of a fact. It needs no lock, because no other call knows the new id. */
async function writeVersion(tx: TransactionSql, agentId: string, id: string, content: FactContent, by: By) {
  await putFact(tx, adding(tx, { agentId, kind: KIND, name: id }), agentId, id, { content, ...by });
}

async function renew(agentId: string, id: string, wanted: Wanted, by: By): Promise<void> {
  await changing({ agentId, kind: KIND, name: id }, async (tx, add) => {
    const [row] = await db(tx)
      .select({ ...columns(), deletedAt: memories.deletedAt })
      .from(memories)
      .where(isFact(agentId, id));
    if (!row) throw gone(id);
    const { category = row.category, certainty = row.certainty, source } = wanted;
    const isSame = category === row.category && certainty === row.certainty && row.deletedAt === null;
    if (isSame)
      await db(tx)
        .update(memories)
        .set({ ...lasting(row.layer), extensions: 0, updatedAt: raw`now()` })
        .where(eq(memories.id, id));
    else
      await putFact(tx, add, agentId, id, {
        content: contentOf({ ...row, category, certainty, source: source ?? sourceOf(row) }),
        ...by,
      });
  });
}

/** Changes a fact at the user's request. Pinning is not versioned. */
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
      await db(tx)
        .update(memories)
        .set({ pinnedAt: pinned ? raw`coalesce(${memories.pinnedAt}, now())` : null })
        .where(eq(memories.id, id));
  });
  return readFact(agentId, id);
}

/**
 * Returns a fact that is not forgotten. Throws `not_found`, or `conflict` if its version is not `version`.
 */
export async function readLive(
  tx: TransactionSql,
  agentId: string,
  id: string,
  version?: number,
): Promise<StoredFact> {
  const [row] = await db(tx)
    .select(columns())
    .from(memories)
    .where(and(isFact(agentId, id), isNull(memories.deletedAt)));
  if (!row) throw gone(id);
  if (version !== undefined && version !== row.version)
    throw new AppError(
      "conflict",
      `The fact changed since you read it; version ${row.version} is now live. Read it again.`,
      {
        details: { version: row.version },
      },
    );
  return row;
}

const isFact = (agentId: string, id: string) => and(eq(memories.agentId, agentId), eq(memories.id, id));

/** Throws `conflict` if another fact has the same content. If that fact is forgotten, deletes it instead. */
export async function assertFree(
  tx: TransactionSql,
  agentId: string,
  id: string,
  { layer, content, conversationId, projectId }: FactContent,
) {
  const [other] = await db(tx)
    .select({ id: memories.id, isGone: raw<boolean>`${memories.deletedAt} is not null` })
    .from(memories)
    .where(
      and(says(agentId, { layer, hash: hashOf(content), conversationId, projectId }), ne(memories.id, id)),
    );
  if (other && !other.isGone)
    throw new AppError(
      "conflict",
      "Another fact of this layer has the same content. Forget one of the two.",
      {
        details: { id: other.id },
      },
    );
  if (other) await db(tx).delete(memories).where(eq(memories.id, other.id));
}

/** Frees the contents of facts whose versions are about to be written, so that these may exchange them. */
export async function releaseFacts(
  tx: TransactionSql,
  agentId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db(tx)
    .update(memories)
    .set({ contentHash: raw`'released ' || ${memories.id}` })
    .where(
      and(
        eq(memories.agentId, agentId),
        raw`${memories.id} in (select json_array_elements_text(${asJson(ids)}::json)::uuid)`,
      ),
    );
}

/** Removes a fact from search and prompts. Returns whether it existed. */
export async function forgetFact(agentId: string, id: string, by: By): Promise<boolean> {
  return changing({ agentId, kind: KIND, name: id }, async (tx, add) => {
    const [row] = await db(tx)
      .select({ id: memories.id })
      .from(memories)
      .where(and(isFact(agentId, id), isNull(memories.deletedAt)));
    if (row) await putFact(tx, add, agentId, id, { content: null, ...by });
    return row !== undefined;
  });
}

/**
 * Deletes a fact, forgotten or not, with all its versions, so that it cannot be restored. Returns whether it
 * existed.
 */
export async function deleteFact(agentId: string, id: string): Promise<boolean> {
  const fact = { agentId, kind: KIND, name: id };
  const isGone = await sql().begin(async (tx) => {
    await lock(tx, fact);
    return (await deleteWhole(tx, agentId, id)).length > 0;
  });
  if (isGone) publishChange(fact);
  return isGone;
}

/**
 * Stores a version of a fact and makes it live; null content forgets it. Skips a session fact whose
 * conversation is gone.
 */
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
    await db(tx)
      .update(memories)
      .set({ deletedAt: raw`now()`, version: added.version })
      .where(isFact(agentId, id));
    await db(tx).delete(embeddings).where(eq(embeddings.memoryId, id));
    return added;
  }
  await writeFact(tx, {
    ...content,
    ...{ id, agentId, version: added.version },
    words: factTokens(content.content, content.category),
    contentHash: hashOf(content.content),
  });
  await db(tx).update(memories).set(lasting(content.layer)).where(isFact(agentId, id));
  return added;
}

const lasting = (layer: MemoryLayer) => ({
  expiresAt: raw`now() + ${LASTS[layer]}::float8 * interval '1 second'`,
});

const factTokens = (content: string, category: string | null) =>
  distinctWords(category ? `${content} ${category}` : content, 20_000);

export const hashOf = (content: string) => createHash("sha256").update(content).digest("hex");

export const sourceOf = ({ source }: Pick<MemoryRow, "source">) => source as FactContent["source"];

export const contentOf = (input: Wanted): FactContent => ({
  layer: input.layer,
  content: input.content,
  category: input.category ?? null,
  certainty: input.certainty ?? 1,
  source: input.source ?? null,
  conversationId: input.layer === "session" ? (input.conversationId ?? null) : null,
  projectId: input.projectId ?? null,
});

/** Returns the version of a fact, even a forgotten one; null if it was purged. */
export async function versionOf(tx: TransactionSql, agentId: string, id: string): Promise<number | null> {
  const [row] = await db(tx).select({ version: memories.version }).from(memories).where(isFact(agentId, id));
  return row?.version ?? null;
}
