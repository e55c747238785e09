import { isRecord, type Raw } from "./define";
import { type Block, type BlockType, blockSchema, isBlockType, mendBlock, unwrapBlocks } from "./index";

export type Drawable = { index: number; block: Block; growing: boolean };

export type PartialBlocks = {
  title?: string;
  blocks: Drawable[];
  /** The kind of the last block, while it cannot be drawn yet. */
  coming?: BlockType;
};

export type Finished = Map<number, Drawable | undefined>;

/**
 * What of a `render_blocks` input that is still being written can be drawn: every finished block, and the last one where a
 * part of it already makes sense. A finished block that fails its schema is left out: it goes back to the model.
 * `finished` remembers blocks over the calls for one input, so that each is checked once and stays the same object.
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

/** More rows of a growing table are not looked at: nobody scrolls there yet, and each would be checked many times. */
const MAX_ROWS = 200;

/** The part of a growing block that will not be different when the rest has come. */
function partOf(block: Raw): Raw | undefined {
  switch (block.type) {
    case "markdown":
      return block;
    case "code":
      return typeof block.content === "string" ? block : undefined;
    // Rows that have begun mean that the columns before them are complete; the last row may be half.
    case "table":
      return Array.isArray(block.data)
        ? { ...block, data: block.data.slice(0, Math.min(block.data.length - 1, MAX_ROWS)).filter(isRecord) }
        : undefined;
    default:
      return undefined;
  }
}
