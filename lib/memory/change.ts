import { AppError, isAppError } from "@/lib/shared/errors";
import { type Block, type BlockWrite, blockName } from "@/lib/shared/memory";
import { assertBlock } from "@/lib/shared/memory-limits";
import type { BlockChange } from "@/lib/shared/tools/because";
import type { By } from "@/lib/store/revisions";
import { type Access, type Approver, verdictOf } from "./permission";
import type { Plan } from "./plan";
import type { MemoryStore } from "./store";

/** Changes to which somebody has agreed: of these blocks, as they were in these versions. */
export type Agreed = { by: Approver; to: readonly { name: string; version: number }[] };

type Store = Pick<MemoryStore, "get" | "persist">;

export type Done = { block: Block | null; message: string };

/** Does what a plan says, if that is allowed. `seen` is told of each block that was looked at. */
export async function carryOut(
  store: Store,
  { agentId, by, agreed, seen }: { agentId: string; by: By; agreed?: Agreed; seen(block: Block): void },
  plan: Plan,
): Promise<Done> {
  let done = { about: 0, message: "" };
  const blocks = await store.persist(
    agentId,
    plan.keys,
    (current) => {
      for (const block of current) if (block) seen(block);
      const { writes, needs, ...rest } = plan.decide(current);
      for (const { at, access } of needs) assertAllowed(access, current[at], agreed);
      done = rest;
      return writes;
    },
    by,
  );
  return { block: blocks[done.about] ?? null, message: done.message };
}

/** What of a plan somebody has to agree to first; nothing where it cannot be done anyway, which the call itself says. */
export async function wantedOf(store: Store, agentId: string, plan: Plan): Promise<BlockChange[]> {
  const current = await Promise.all(plan.keys.map((key) => store.get(agentId, key)));
  try {
    const { writes, needs } = plan.decide(current);
    for (const [at, { label }] of plan.keys.entries()) {
      const write = writes[at];
      if (write) assertBlock(label, write);
    }
    const verdicts = needs.map(({ at, access }) => {
      const block = current[at] ?? null;
      return { block, write: writes[at], verdict: block && verdictOf(access, block.permission, null) };
    });
    if (verdicts.some(({ verdict }) => verdict === "refused")) return [];
    return verdicts.flatMap(({ block, write, verdict }) =>
      block && verdict === "asks" ? wanted(block, write) : [],
    );
  } catch (error) {
    if (isAppError(error)) return [];
    throw error;
  }
}

function wanted(block: Block, write: BlockWrite): BlockChange[] {
  const { permission, version, text } = block;
  if (permission !== "partner" && permission !== "human") return [];
  return [{ name: blockName(block), permission, version, ...around(text, write?.text ?? "") }];
}

function assertAllowed(access: Access, block: Block | null | undefined, agreed: Agreed | undefined): void {
  if (!block) return;
  const name = blockName(block);
  const isAgreed = agreed?.to.some((one) => one.name === name && one.version === block.version);
  const verdict = verdictOf(access, block.permission, isAgreed ? (agreed?.by ?? null) : null);
  if (verdict === "allowed") return;
  throw new AppError("forbidden", verdict === "asks" ? unasked(block) : refused(access, block));
}

const unasked = ({ label }: Block): string =>
  `"${label}" was not changed: to change it somebody has to agree to the very change, and nobody has, or the block has changed since. Call again, and they are asked.`;

const refused = (access: Access, { label, permission }: Block): string =>
  access === "delete"
    ? `"${label}" was not deleted: that needs the permission admin, and it has ${permission}. The person can delete it under Memory.`
    : permission === "append"
      ? `"${label}" was not changed: it only takes append. Append to it, or ask the person to change its permission under Memory.`
      : `"${label}" was not changed: it is ${permission}. Write to another block, or ask the person to change its permission under Memory.`;

/** So much of what is the same stands before and after a change, so that one sees where it is. */
const CONTEXT = 400;

/** Two texts without most of what is the same at their beginning and end; whole lines where they are short. */
function around(before: string, after: string): { before: string; after: string } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const from = lineStart(before, Math.max(0, head - CONTEXT), head);
  const until = Math.max(0, tail - CONTEXT);
  const cut = (text: string) =>
    `${from > 0 ? "…" : ""}${text.slice(from, text.length - until)}${until > 0 ? "…" : ""}`.toWellFormed();
  return { before: cut(before), after: cut(after) };
}

/** Where the first line begins after `least`, if that is before `most`. */
function lineStart(text: string, least: number, most: number): number {
  if (least === 0) return 0;
  const line = text.indexOf("\n", least) + 1;
  return line > 0 && line <= most ? line : least;
}
