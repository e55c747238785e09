import { placeOf } from "../chat/sheets";

/** All blocks of a sheet with the places under which what is done in them is kept; also those that others lay out. */
export function flatBlocks<Block>(blocks: readonly Block[]): { block: Block; place: number }[] {
  return blocks.map((block, index) => ({ block, place: placeOf(block, index) }));
}
