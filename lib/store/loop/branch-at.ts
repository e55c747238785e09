import { createHash } from "node:crypto";
import { and, count, eq, gt, isNull, sql as raw } from "drizzle-orm";
import type { ISql, TransactionSql } from "postgres";
import { conversations, runs, surfaces } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { ConversationChange, ConversationRestore } from "@/lib/shared/history";
import { asJson, db } from "@/lib/store/db";
import { isAuthor } from "@/lib/store/members/visible";
import {
  assertIdle,
  branchUntil,
  type ConversationRef,
  liveStatus,
  lockConversation,
  ofContact,
  putBranch,
  readTree,
  type TreeNode,
} from "./branches";
import { isConversationOf, noConversation } from "./conversations";

/** Returns what restoring a conversation to `at` (ISO time) would change. */
export async function previewBranch(
  on: ISql,
  place: ConversationRef,
  at: string,
): Promise<ConversationChange> {
  const { conversationId } = place;
  const title = await readTitle(on, place);
  const plan = planOf(await readTree(on, conversationId), at);
  const head = { id: conversationId, title, hash: hashOf(plan) };
  if (!plan) return { ...head, hidden: 0, shown: 0, isLater: true };
  const { tree, branch } = plan;
  const [live, isUnfinished, entered] = await Promise.all([
    liveStatus(on, conversationId),
    wasRunning(on, conversationId, at),
    countEntered(on, conversationId, branch, at),
  ]);
  return {
    ...head,
    hidden: tree.filter(({ id, active }) => active && !branch.has(id)).length,
    shown: tree.filter(({ id, active }) => !active && branch.has(id)).length,
    ...(live && { live }),
    ...(isUnfinished && { isUnfinished }),
    ...(entered > 0 && { entered }),
  };
}

/**
 * Returns the branch that was visible at `at`, or null if it is visible now. Throws if it cannot be restored: `conflict`
 * while a run is live, or if the conversation differs from the preview that returned the hash `expect`.
 */
export async function planBranch(
  on: ISql,
  place: ConversationRef,
  at: string,
  expect?: string,
): Promise<(Plan & { step: ConversationRestore }) | null> {
  await readTitle(on, place);
  const plan = planOf(await readTree(on, place.conversationId), at);
  if (!plan)
    throw new AppError(
      "invalid",
      `The conversation began after ${at}. Leave it out, or choose a later time.`,
    );
  if (expect !== undefined && expect !== hashOf(plan))
    throw new AppError("conflict", "The conversation changed since the preview. Check the new preview.");
  const last = plan.tree.findLast(({ active }) => active);
  if (!last || plan.tree.every(({ id, active }) => active === plan.branch.has(id))) return null;
  await assertIdle(on, place.conversationId);
  return { ...plan, step: { id: place.conversationId, from: last.id, to: plan.end.id } };
}

/**
 * Shows the branch that was visible at `at`, down to the last message of that time. Later messages stay as a hidden branch.
 * Returns null if nothing changes. Throws like `planBranch`.
 */
export async function restoreBranch(
  tx: TransactionSql,
  place: ConversationRef,
  at: string,
  expect?: string,
): Promise<ConversationRestore | null> {
  const { conversationId } = place;
  await lockConversation(tx, place, { touch: false });
  const plan = await planBranch(tx, place, at, expect);
  if (!plan) return null;
  await putBranch(tx, conversationId, plan.tree, plan.branch);
  return plan.step;
}

/**
 * Returns whether `undoBranch` would show messages again (`open`), has nothing to show (`done`), or cannot, because the
 * conversation continued, is gone, or belongs to another member (`closed`).
 */
export async function readUndo(
  on: ISql,
  agentId: string,
  { id, from, to }: ConversationRestore,
): Promise<"open" | "done" | "closed"> {
  const [own] = await db(on)
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(isConversationOf(agentId, id), isAuthor(), isNull(conversations.contact)));
  if (!own) return "closed";
  const tree = await readTree(on, id);
  const last = tree.findLast(({ active }) => active);
  if (last?.id === from) return "done";
  const isOpen = last?.id === to && tree.some((one) => one.id === from);
  return isOpen && !(await liveStatus(on, id)) ? "open" : "closed";
}

/**
 * Returns the branch until `from`, or null if it is visible already. Throws `conflict` if the conversation no longer ends with
 * `to`, or while a run is live.
 */
export async function planUndo(
  on: ISql,
  agentId: string,
  { id: conversationId, from, to }: ConversationRestore,
): Promise<Omit<Plan, "end"> | null> {
  await readTitle(on, { agentId, conversationId });
  const tree = await readTree(on, conversationId);
  const last = tree.findLast(({ active }) => active);
  if (last?.id === from) return null;
  const isKnown = tree.some(({ id }) => id === from);
  if (last?.id !== to || !isKnown)
    throw new AppError(
      "conflict",
      "The conversation changed since it was restored. Choose another version of its messages.",
    );
  await assertIdle(on, conversationId);
  return { tree, branch: branchUntil(tree, from) };
}

/** Shows the branch until `from` again. Throws like `planUndo`. */
export async function undoBranch(
  tx: TransactionSql,
  agentId: string,
  restored: ConversationRestore,
): Promise<void> {
  const { id: conversationId } = restored;
  await lockConversation(tx, { agentId, conversationId }, { touch: false });
  const plan = await planUndo(tx, agentId, restored);
  if (plan) await putBranch(tx, conversationId, plan.tree, plan.branch);
}

/** Throws for a conversation of a contact, in whose name no message may be hidden. */
async function readTitle(on: ISql, { agentId, conversationId }: ConversationRef): Promise<string> {
  const { title, contact } = conversations;
  const [found] = await db(on)
    .select({ title, contact })
    .from(conversations)
    .where(isConversationOf(agentId, conversationId));
  if (!found) throw noConversation(conversationId);
  if (found.contact) throw ofContact();
  return found.title;
}

type Plan = { tree: readonly TreeNode[]; branch: ReadonlySet<string>; end: TreeNode };

/**
 * A new message is always visible when it is added, with all before it. So the branch at a time ends with the newest message
 * until then, unless another branch was shown after that. Null if there was no message yet.
 */
function planOf(tree: readonly TreeNode[], at: string): Plan | null {
  const shown = tree.flatMap((node) =>
    (node.shownAt ?? []).filter((one) => one.at <= at).map((one) => ({ ...one, node })),
  );
  const newest = tree.findLast(({ createdAt }) => createdAt <= at);
  if (!newest) return null;
  const after = tree.slice(tree.indexOf(newest)).map(({ id }) => id);
  const [last] = shown
    .filter((one) => after.includes(one.after))
    .sort((a, b) => after.indexOf(b.after) - after.indexOf(a.after) || (a.at < b.at ? 1 : -1));
  const end = last?.node ?? newest;
  return { tree, branch: branchUntil(tree, end.id), end };
}

const hashOf = (plan: Plan | null): string =>
  createHash("sha256")
    .update(JSON.stringify(plan && [plan.tree.map(({ id, active }) => [id, active]), plan.end.id]))
    .digest("hex");

async function wasRunning(on: ISql, conversationId: string, at: string): Promise<boolean> {
  const [found] = await db(on)
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        eq(runs.conversationId, conversationId),
        raw`${runs.startedAt} <= ${at}::timestamptz and coalesce(${runs.endedAt}, 'infinity') > ${at}::timestamptz`,
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Counts the surfaces of a branch whose stored state changed since: only its newest values are stored. */
async function countEntered(
  on: ISql,
  conversationId: string,
  branch: ReadonlySet<string>,
  at: string,
): Promise<number> {
  const [found] = await db(on)
    .select({ count: count() })
    .from(surfaces)
    .where(
      and(
        eq(surfaces.conversationId, conversationId),
        raw`${surfaces.messageId} in (select json_array_elements_text(${asJson([...branch])}::json))`,
        gt(surfaces.updatedAt, raw`${at}::timestamptz`),
      ),
    );
  return found?.count ?? 0;
}
