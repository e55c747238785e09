import { randomUUID } from "node:crypto";
import { and, asc, eq, not, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ISql, TransactionSql } from "postgres";
import { conversations, messages, runs } from "@/drizzle/schema";
import { bodyOf } from "@/lib/shared/chat/body";
import { isRecord } from "@/lib/shared/chat/parts";
import { AppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { asJson, db, jsonValue, sql } from "@/lib/store/db";
import { findTaken } from "@/lib/store/hot/runs";
import { processId } from "@/lib/store/process-id";
import type { Sql } from "@/lib/store/sql-fragments";
import { isConversationOf, noConversation } from "./conversations";
import { leaseEnd } from "./leases";
import { type ContextRow, context, type RunContext, type StoredMessage } from "./run-context";
import type { BeginOutcome } from "./runs";

/*
 * The messages of a conversation form a tree: `parent_id` is the preceding message, and messages with the
 * same parent are versions of each other. `active` marks the visible branch.
 */

export type ConversationRef = { agentId: string; conversationId: string };
export type Version =
  | { replaces: string; message: { id: string; parts: unknown }; title: string }
  | { retry: string };

type Target = {
  role: "user" | "assistant";
  active: boolean;
  position: number | null;
  parentId: string | null;
  isSummary: boolean;
  /** Whether the target is the first message of a conversation that continues another. */
  isSession: boolean;
};

/**
 * Hides the target message and everything after it, and starts a run on a new version. Outcomes as in
 * `begin`. Throws if the message is missing, has the wrong role or is not visible.
 */
export async function beginVersion(
  place: ConversationRef,
  version: Version,
): Promise<Exclude<BeginOutcome, { outcome: "foreign" | "ended" | "contact" }>> {
  const { conversationId } = place;
  const message = "message" in version ? version.message : null;
  return sql().begin(async (tx) => {
    await lockConversation(tx, place, { touch: true });
    if (message && (await findTaken(tx, conversationId, message.id)).length > 0)
      return { outcome: "duplicate" };
    const { role, active, position, parts } = messages;
    const before = alias(messages, "message_before");
    const [target] = await db(tx)
      .select({
        ...{ role, active, position, parentId: messages.parentId },
        isSummary: raw<boolean>`coalesce(${parts}->0->>'type' = 'data-compaction' and ${before.role} = 'assistant', false)`,
        isSession: raw<boolean>`coalesce(${parts}->0->>'type' = 'data-session', false)`,
      })
      .from(messages)
      .leftJoin(
        before,
        and(eq(before.conversationId, messages.conversationId), eq(before.id, messages.parentId)),
      )
      .where(and(eq(messages.conversationId, conversationId), eq(messages.id, targetOf(version))));
    check(target, version);
    if (await liveStatus(tx, conversationId)) return { outcome: "busy" };
    const { parentId } = target;
    await db(tx)
      .update(messages)
      .set({ active: false })
      .where(
        and(eq(messages.conversationId, conversationId), active, raw`${position} >= ${target.position}`),
      );
    if ("message" in version) await say(tx, place, version, parentId);
    const parent = sql()`${message ? message.id : parentId}::text`;
    return { outcome: "begun", run: await startRun(tx, place, [], parent) };
  });
}

/**
 * Starts a run on this server. The run's message has these parts and answers the message `parent`.
 * Handwritten SQL, because it writes in a CTE.
 */
export async function startRun(
  tx: TransactionSql,
  { agentId, conversationId }: ConversationRef,
  parts: readonly unknown[],
  parent: Sql,
): Promise<RunContext> {
  const messageId = randomUUID();
  const [row] = await tx<ContextRow[]>`
    with r as (
      insert into runs (id, agent_id, conversation_id, message_id, status, lease_owner, lease_until)
      values (${randomUUID()}, ${agentId}, ${conversationId}, ${messageId}, 'running', ${processId()}, ${leaseEnd()})
      returning *
    ), answer as (
      insert into messages (conversation_id, id, agent_id, role, parts, parent_id)
      select conversation_id, message_id, agent_id, 'assistant', ${asJson(parts)}::json, ${parent} from r
    )
    select ${context()} from r join conversations c on c.id = r.conversation_id`;
  if (!row) throw new Error("The run was not created");
  // Add the answer, because the statement does not see rows that it inserts itself.
  const answer: StoredMessage = { id: messageId, role: "assistant", parts };
  return { ...row, history: [...(row.history ?? []), answer] };
}

type Edit = Extract<Version, { replaces: string }>;

/**
 * Stores the new version of a user message. A new first message also changes the conversation's title, unless
 * the user or the model has set it.
 */
async function say(
  tx: TransactionSql,
  place: ConversationRef,
  { message, title }: Edit,
  parentId: string | null,
) {
  const { agentId, conversationId } = place;
  const { id, parts } = message;
  await db(tx)
    .insert(messages)
    .values({
      ...{ conversationId, id, agentId, role: "user", parentId },
      ...{ parts: jsonValue(parts), body: bodyOf(parts) },
    });
  if (parentId === null)
    await db(tx)
      .update(conversations)
      .set({ title })
      .where(and(eq(conversations.id, conversationId), eq(conversations.titledBy, "words")));
}

/**
 * Shows the branch that contains a message, down to the newest message after it. Does nothing if it is
 * already visible.
 */
export async function showBranch(place: ConversationRef, messageId: string): Promise<void> {
  const { agentId, conversationId } = place;
  await sql().begin(async (tx) => {
    await lockConversation(tx, place, { touch: false });
    const tree = await readTree(tx, conversationId);
    const target = tree.find(({ id }) => id === messageId);
    if (!target) throw noMessage(messageId);
    if (target.active) return;
    await assertIdle(tx, conversationId);
    await putBranch(tx, conversationId, tree, branchThrough(tree, messageId));
  });
  publish({ type: "conversation", agent: agentId, id: conversationId });
}

export const STILL_WRITING = "The agent is still writing. Stop it first.";

export type Node = { id: string; parentId: string | null };

/** Throws if a run of the conversation is live. */
export async function assertIdle(on: ISql, conversationId: string): Promise<void> {
  const live = await liveStatus(on, conversationId);
  if (live === "running") throw new AppError("conflict", STILL_WRITING);
  if (live) throw new AppError("conflict", "The agent is waiting for you. Answer or stop it first.");
}

/** A time when a branch was shown again. `after` is the newest message at that time. */
type ShownAt = { at: string; after: string };

export type TreeNode = Node & {
  role: "user" | "assistant";
  active: boolean;
  /** ISO time with milliseconds. */
  createdAt: string;
  /** When a branch that ends with this message was shown again, oldest first; null if never. */
  shownAt: ShownAt[] | null;
};

/** Maximum number of times that a message stores in `shownAt`. */
const MAX_SHOWN = 100;

/** Reads all messages of a conversation without their parts, by position. */
export async function readTree(on: ISql, conversationId: string): Promise<TreeNode[]> {
  const { id, parentId, role, active, createdAt, metadata } = messages;
  const rows = await db(on)
    .select({
      ...{ id, parentId, role, active },
      createdAt: raw<string>`date_trunc('milliseconds', ${createdAt})`,
      shownAt: raw<ShownAt[] | null>`${metadata}->'shownAt'`,
    })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(asc(messages.position));
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
}

/**
 * Makes a branch the visible one, and stores the time with its last message, so that `branchAt` finds the branch that was
 * visible at a time.
 */
export async function putBranch(
  tx: TransactionSql,
  conversationId: string,
  tree: readonly TreeNode[],
  branch: ReadonlySet<string>,
): Promise<void> {
  const { id, active, metadata } = messages;
  const ids = asJson([...branch]);
  await db(tx)
    .update(messages)
    .set({ active: not(active) })
    .where(
      and(
        eq(messages.conversationId, conversationId),
        raw`${active} <> (${id} in (select value from json_array_elements_text(${ids}::json)))`,
      ),
    );
  const end = tree.findLast(({ id }) => branch.has(id));
  const newest = tree.at(-1);
  if (!end || !newest) return;
  const isEnd = and(eq(messages.conversationId, conversationId), eq(id, end.id));
  const [stored] = await db(tx).select({ metadata }).from(messages).where(isEnd);
  const shownAt = [...(end.shownAt ?? []), { at: new Date().toISOString(), after: newest.id }];
  const changed = { ...(isRecord(stored?.metadata) && stored.metadata), shownAt: shownAt.slice(-MAX_SHOWN) };
  await db(tx)
    .update(messages)
    .set({ metadata: jsonValue(changed) })
    .where(isEnd);
}

/**
 * Returns the ids of the branch through a message, down to the newest message after it. `tree` is ordered by
 * position.
 */
export function branchThrough(tree: readonly Node[], messageId: string): Set<string> {
  const after = new Set([messageId]);
  let newest = messageId;
  for (const { id, parentId } of tree) {
    if (parentId === null || !after.has(parentId)) continue;
    after.add(id);
    newest = id;
  }
  return branchUntil(tree, newest);
}

/** Returns the ids of a message and of all messages before it. */
export function branchUntil(tree: readonly Node[], messageId: string): Set<string> {
  const parents = new Map(tree.map(({ id, parentId }) => [id, parentId]));
  const branch = new Set<string>();
  for (let id: string | null | undefined = messageId; id && !branch.has(id); id = parents.get(id))
    branch.add(id);
  return branch;
}

/**
 * Locks the conversation until the transaction ends, so that no other run begins and no other branch is
 * shown. Updates its row, which `begin` relies on. With `touch`, a run is about to begin: throws if the
 * conversation has ended or is a contact's.
 */
export async function lockConversation(
  tx: TransactionSql,
  { agentId, conversationId }: ConversationRef,
  { touch }: { touch: boolean },
) {
  const { updatedAt, endedAt, contact } = conversations;
  const [locked] = await db(tx)
    .update(conversations)
    .set({ updatedAt: touch ? raw`now()` : raw`${updatedAt}` })
    .where(isConversationOf(agentId, conversationId))
    .returning({ endedAt, contact });
  if (!locked) throw noConversation(conversationId);
  if (touch && locked.contact) throw ofContact();
  if (touch && locked.endedAt)
    throw new AppError(
      "conflict",
      "This conversation has ended and is read-only. Your next message starts a new one that continues it.",
    );
}

export const ofContact = () =>
  new AppError(
    "conflict",
    "This conversation is with a contact, whom the agent answers automatically. It is read-only here. Write in another one.",
  );

export async function liveStatus(
  on: ISql,
  conversationId: string,
): Promise<"running" | "waiting" | undefined> {
  const [live] = await db(on)
    .select({ status: raw<"running" | "waiting">`${runs.status}` })
    .from(runs)
    .where(and(eq(runs.conversationId, conversationId), raw`${runs.status} in ('running', 'waiting')`));
  return live?.status;
}

function check(target: Target | undefined, version: Version): asserts target is Target {
  const isEdit = "message" in version;
  if (!target) throw noMessage(targetOf(version));
  if (target.role !== (isEdit ? "user" : "assistant")) {
    const message = isEdit ? "This is an answer from the agent" : "This is your own message";
    const path = isEdit ? "replaces" : "retry.messageId";
    const remedy = isEdit ? "Send retry to request another answer." : "Send replaces with a new version.";
    throw new AppError("invalid", `The body is not valid: ${path}: ${message}. ${remedy}`, {
      details: [{ path, message }],
    });
  }
  if (target.isSession)
    throw new AppError("conflict", "This is the summary of an earlier session, not a message from you.");
  if (target.isSummary)
    throw new AppError("conflict", "This is a summary, not an answer. Request a new one with /compact.");
  if (target.active) return;
  const gone = isEdit
    ? "This message already has another version"
    : "This answer already has another version";
  throw new AppError("conflict", `${gone}, or is not shown now. Show it first.`);
}

const targetOf = (version: Version) => ("message" in version ? version.replaces : version.retry);

export const noMessage = (id: string) =>
  new AppError("not_found", `There is no message ${id.slice(0, 100)} in this conversation.`);
