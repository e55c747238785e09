import { AppError } from "@/lib/shared/errors";
import {
  BLOCK_LIMIT,
  type BlockContent,
  type BlockKind,
  MAX_ARCHIVE_CHARS,
  MAX_ARCHIVE_ENTRIES,
  MAX_BLOCK_LIMIT,
  MAX_CONTEXT_BLOCKS,
  MAX_CONTEXT_CHARS,
} from "@/lib/shared/memory";

export const limitOf = (kind: BlockKind, wanted = BLOCK_LIMIT): number =>
  kind === "archival" ? MAX_ARCHIVE_CHARS : Math.min(wanted, MAX_BLOCK_LIMIT);

/** Throws where a block's text is longer than its limit. A limit may be lowered under its text: then only what grows is refused. */
export function assertLength(label: string, next: BlockContent, before: { text: string } | null): void {
  const { text, charLimit } = next;
  if (text.length <= charLimit || (before && text.length <= before.text.length)) return;
  throw new AppError(
    "invalid",
    `"${label}" would have ${text.length} characters, and at most ${charLimit} fit. Shorten it with replace, or archive part of it.`,
  );
}

/** How much an agent has. */
export type Totals = { contextBlocks: number; contextChars: number; archiveEntries: number };

/** Throws where a write would bring an agent over what it may have. What does not grow is let pass. */
export function assertTotals(before: Totals, after: Totals): void {
  const problem = problems(before, after);
  if (problem) throw new AppError("conflict", problem);
}

function problems(before: Totals, after: Totals): string | null {
  const grows = (field: keyof Totals, most: number) => after[field] > most && after[field] > before[field];
  if (grows("contextBlocks", MAX_CONTEXT_BLOCKS))
    return `There are ${before.contextBlocks} core and working blocks, and at most ${MAX_CONTEXT_BLOCKS} fit. Archive one first, and have it deleted under Memory.`;
  if (grows("contextChars", MAX_CONTEXT_CHARS))
    return `Core and working blocks would have ${after.contextChars} characters together, and at most ${MAX_CONTEXT_CHARS} fit. Shorten or archive one first.`;
  if (grows("archiveEntries", MAX_ARCHIVE_ENTRIES))
    return `The archive holds ${before.archiveEntries} entries, and at most ${MAX_ARCHIVE_ENTRIES} fit. Append to one, or have one deleted.`;
  return null;
}
