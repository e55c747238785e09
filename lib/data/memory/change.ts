import { AppError } from "@/lib/shared/errors";
import { type Block, type BlockWrite, blockName } from "@/lib/shared/memory/memory";
import { assertBlock } from "@/lib/shared/memory/memory-limits";
import type { ConsentChange } from "@/lib/shared/tools/approval-reason";
import type { By } from "@/lib/store/revisions";
import { type Approver, type MemoryAccess, memoryVerdictOf } from "./permission";
import type { Decided, MemoryPlan } from "./plan";
import type { MemoryStore } from "./store";

export type Agreed = { by: Approver; to: readonly { name: string; version: number }[] };

type Store = Pick<MemoryStore, "get" | "persist">;

type Done = { block: Block | null; message: string };

export async function applyPlan(
  store: Store,
  { agentId, by, agreed, seen }: { agentId: string; by: By; agreed?: Agreed; seen(block: Block): void },
  plan: MemoryPlan,
): Promise<Done> {
  let done = { about: 0, message: "" };
  const blocks = await store.persist(
    agentId,
    plan.keys,
    (current) => {
      for (const block of current) if (block) seen(block);
      const { open, decided } = checked(plan, current, agreed);
      const [unasked] = open;
      if (unasked) throw approvalMissing(unasked.block);
      done = decided;
      return decided.writes;
    },
    by,
  );
  return { block: blocks[done.about] ?? null, message: done.message };
}

export async function changesToApprove(
  store: Store,
  agentId: string,
  plan: MemoryPlan,
): Promise<ConsentChange[]> {
  const current = await Promise.all(plan.keys.map((key) => store.get(agentId, key)));
  return checked(plan, current, undefined).open.flatMap(({ block, write }) => wanted(block, write));
}

type Open = { block: Block; write: BlockWrite };

/**
 * Computes a plan's changes. `open` lists the changes that need approval. Throws if a change is forbidden or
 * the text does not fit.
 */
function checked(
  plan: MemoryPlan,
  current: readonly (Block | null)[],
  agreed: Agreed | undefined,
): { decided: Decided; open: Open[] } {
  const decided = plan.decide(current);
  const open: Open[] = [];
  for (const { at, access } of decided.needs) {
    const block = current[at];
    if (!block) continue;
    const verdict = memoryVerdictOf(access, block.permission, approverOf(block, agreed));
    if (verdict === "refused") throw refused(access, block);
    if (verdict === "asks") open.push({ block, write: decided.writes[at] });
  }
  for (const [at, { label }] of plan.keys.entries()) {
    const write = decided.writes[at];
    if (write) assertBlock(label, write);
  }
  return { decided, open };
}

const approverOf = (block: Block, agreed: Agreed | undefined): Approver | null =>
  agreed?.to.some(({ name, version }) => name === blockName(block) && version === block.version)
    ? agreed.by
    : null;

function wanted(block: Block, write: BlockWrite): ConsentChange[] {
  const { permission, version, text } = block;
  if (permission !== "partner" && permission !== "human") return [];
  return [{ name: blockName(block), permission, version, ...around(text, write?.text ?? "") }];
}

const approvalMissing = ({ label }: Block): AppError =>
  new AppError(
    "forbidden",
    `"${label}" was not changed: this exact change is not approved, or the block changed since. Call again to request approval.`,
  );

function refused(access: MemoryAccess, { label, permission }: Block): AppError {
  const why =
    access === "delete"
      ? `deleted: that requires the permission admin, but it has ${permission}. The user can delete it under Memory.`
      : permission === "append"
        ? "changed: it only allows append. Append to it, or ask the user to change its permission under Memory."
        : `changed: it is ${permission}. Write to another block, or ask the user to change its permission under Memory.`;
  return new AppError("forbidden", `"${label}" was not ${why}`);
}

/** If both texts together have more characters than this, a preview shows only the part around the change. */
const MAX_WHOLE = 10_000;
/** Characters of unchanged text shown around a change. */
const CONTEXT = 400;

export function around(before: string, after: string): { before: string; after: string } {
  if (before.length + after.length <= MAX_WHOLE) return { before, after };
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const from = lineStart(before, Math.max(0, head - CONTEXT), head);
  const until = Math.max(0, tail - CONTEXT);
  const cut = (text: string) =>
    `${from > 0 ? "…" : ""}${text.slice(from, text.length - until)}${until > 0 ? "…" : ""}`.toWellFormed();
  return { before: cut(before), after: cut(after) };
}

/** Returns the start of the first line after `min`, or `min` if that line starts after `max`. */
function lineStart(text: string, min: number, max: number): number {
  if (min === 0) return 0;
  const line = text.indexOf("\n", min) + 1;
  return line > 0 && line <= max ? line : min;
}
