import { isRecord } from "../chat/parts";

/** A block that shows something itself, and where it lies: beside each other or behind tabs, or on the sheet. */
export type Leaf<B = unknown> = {
  block: B;
  /** What is done in it is kept under this: a number on the sheet, `2.0.1` in a layout. */
  place: string;
  /** How an error names it: `blocks[2].columns[0].blocks[1]`. */
  path: string;
  /** What is written above it: the name of its tab, of whose blocks it is the first. */
  heading?: string;
};

/** The place of a block: after edits of the sheet it may stand at another index than where it began. */
export const placeOf = (block: unknown, index: number): number =>
  isRecord(block) && typeof block.place === "number" ? block.place : index;

/** What lies in a layout: its lists of blocks, in order. Undefined for any other block. */
export function partsOf(block: unknown): { key: "columns" | "tabs"; parts: unknown[] } | undefined {
  if (!isRecord(block)) return undefined;
  const key = block.type === "columns" || block.type === "tabs" ? block.type : undefined;
  const parts = key && block[key];
  return key && Array.isArray(parts) ? { key, parts } : undefined;
}

export const blocksIn = (part: unknown): unknown[] =>
  isRecord(part) && Array.isArray(part.blocks) ? part.blocks : [];

/** All blocks that show something, those in layouts where their layout stands. */
export function leavesOf(blocks: readonly unknown[]): Leaf[] {
  return blocks.flatMap((block, index) => {
    const place = `${placeOf(block, index)}`;
    const path = `blocks[${index}]`;
    const layout = partsOf(block);
    if (!layout) return [{ block, place, path }];
    return layout.parts.flatMap((part, at) =>
      blocksIn(part).map((inner, nth) => ({
        block: inner,
        place: nestedPlace(place, at, placeOf(inner, nth)),
        path: `${path}.${innerPath(layout.key, at, nth)}`,
        ...(nth === 0 && isRecord(part) && typeof part.label === "string" && { heading: part.label }),
      })),
    );
  });
}

/** How an edit names a block of a layout, from its list and its number there. */
export const innerPath = (key: "columns" | "tabs", part: number, nth: number): string =>
  `${key}[${part}].blocks[${nth}]`;
export const INNER_PATH = /^(columns|tabs)\[(\d+)\]\.blocks\[(\d+)\]$/;

export const nestedPlace = (place: string, part: number, inner: number): string =>
  `${place}.${part}.${inner}`;

/** A block without what only the program reads: where what is done in it is kept. */
export function withoutPlaces(block: unknown): unknown {
  if (!isRecord(block)) return block;
  const { place: _, ...own } = block;
  const layout = partsOf(own);
  const parts = layout?.parts.map((part) => ({ ...Object(part), blocks: blocksIn(part).map(withoutPlaces) }));
  return { ...own, ...(layout && { [layout.key]: parts }) };
}
