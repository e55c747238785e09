import { AppError } from "@/lib/shared/errors";
import { explainIssues } from "@/lib/shared/issues";
import {
  type Block,
  type BlockContent,
  blockContent,
  contentOf,
  MAX_ARCHIVE_ENTRIES,
  MAX_CONTEXT_BLOCKS,
  MAX_CONTEXT_CHARS,
} from "./memory";

/** Throws an AppError if a block exceeds its limits or is invalid. */
export function assertBlock(label: string, block: BlockContent): void {
  const { text, charLimit } = block;
  if (text.length > charLimit)
    throw new AppError(
      "invalid",
      `"${label}" would have ${text.length} characters, but the limit is ${charLimit}. Nothing was changed: shorten it, or archive part of it.`,
      { details: [{ path: "text", message: `The limit is ${charLimit} characters` }] },
    );
  const checked = blockContent.safeParse(contentOf(block));
  if (!checked.success)
    throw new AppError("invalid", `"${label}" is invalid.\n${explainIssues(checked.error)}`);
}

/** Size of an agent's memory. Characters are UTF-16 units. */
export type Totals = { contextBlocks: number; contextChars: number; archiveEntries: number };

/**
 * Throws an AppError `conflict` if a write would exceed the limits of an agent's memory. A total that is
 * already above its limit may stay the same or decrease.
 */
export function assertTotals(before: Totals, after: Totals): void {
  const problem = problems(before, after);
  if (problem) throw new AppError("conflict", problem);
}

function problems(before: Totals, after: Totals): string | null {
  const grows = (field: keyof Totals, max: number) => after[field] > max && after[field] > before[field];
  if (grows("contextBlocks", MAX_CONTEXT_BLOCKS))
    return `There are ${before.contextBlocks} core and working blocks, and the limit is ${MAX_CONTEXT_BLOCKS}. Archive one first, or ask the user to delete one under Memory.`;
  if (grows("contextChars", MAX_CONTEXT_CHARS))
    return `Core and working blocks would have ${after.contextChars} characters together, but the limit is ${MAX_CONTEXT_CHARS}. Shorten or archive one first.`;
  if (grows("archiveEntries", MAX_ARCHIVE_ENTRIES))
    return `The archive has ${before.archiveEntries} entries, and the limit is ${MAX_ARCHIVE_ENTRIES}. Append to one, or have one deleted.`;
  return null;
}

export const totalsOf = (blocks: readonly Pick<Block, "isArchival" | "text">[]): Totals => {
  const context = blocks.filter(({ isArchival }) => !isArchival);
  return {
    contextBlocks: context.length,
    contextChars: context.reduce((sum, { text }) => sum + text.length, 0),
    archiveEntries: blocks.length - context.length,
  };
};
