import { isRecord, type Raw } from "./define";
import { type Block, type BlockType, blockSchema, isBlockType, mendBlock, unwrapBlocks } from "./index";

export type Drawable = { index: number; block: Block; growing: boolean };

export type PartialBlocks = {
  title?: string;
  blocks: Drawable[];
  coming?: BlockType;
};

export type Finished = Map<number, Drawable | undefined>;

/**
 * Returns the drawable part of a `render_blocks` input that is still streaming: all finished blocks, and the
 * last block if its content so far is usable. Skips finished blocks that fail the schema, because the server
 * returns them to the model. `finished` caches blocks across calls for the same input, so that each is
 * validated once and keeps its identity.
 */
export function drawable(input: unknown, finished: Finished = new Map()): PartialBlocks {
  const raw = unwrapBlocks(input);
  if (!isRecord(raw)) return { blocks: [] };
  const list = Array.isArray(raw.blocks) ? raw.blocks : [];
  const title = typeof raw.title === "string" ? raw.title : undefined;
  const before = list.slice(0, -1).flatMap((item, index) => {
    if (!finished.has(index)) finished.set(index, whole(item, index));
    return finished.get(index) ?? [];
  });
  const last: unknown = list.at(-1);
  const grown = growing(last, list.length - 1);
  if (grown) return { title, blocks: [...before, grown] };
  const coming = isRecord(last) && isBlockType(last.type) ? last.type : undefined;
  return { title, blocks: before, coming };
}

function whole(item: unknown, index: number): Drawable | undefined {
  const parsed = blockSchema.safeParse(item);
  return parsed.success ? { index, block: parsed.data, growing: false } : undefined;
}

function growing(item: unknown, index: number): Drawable | undefined {
  const block = mendBlock(item);
  if (!isRecord(block)) return undefined;
  const soFar = partOf(block);
  const parsed = soFar && whole(soFar, index);
  return parsed && { ...parsed, growing: true };
}

/**
 * Maximum rows of a growing table. Every chunk validates all rows again, so later rows are drawn once the table
 * is finished.
 */
const MAX_ROWS = 200;

/** Returns the part of a growing block that the remaining input cannot change. */
function partOf(block: Raw): Raw | undefined {
  switch (block.type) {
    case "markdown":
      return block;
    case "code":
      return typeof block.content === "string" ? block : undefined;
    // The columns are complete once rows arrive. Leave out the last row, which may be incomplete.
    case "table":
      return Array.isArray(block.data)
        ? { ...block, data: block.data.slice(0, Math.min(block.data.length - 1, MAX_ROWS)).filter(isRecord) }
        : undefined;
    default:
      return undefined;
  }
}
