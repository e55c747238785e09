import { isRecord } from "../chat/parts";

/** A block that displays content, with its position on the surface or in a layout. */
export type Leaf<B = unknown> = {
  block: B;
  /** Key of the user's input in the block: a number such as `2`, or a path such as `2.0.1` in a layout. */
  place: string;
  /** The path in error messages, such as `blocks[2].columns[0].blocks[1]`. */
  path: string;
  /** Label of the tab, on the first block of each tab. */
  heading?: string;
};

/**
 * Returns the stored place of a block, or its index if none is stored. They differ after edits that moved
 * blocks.
 */
export const placeOf = (block: unknown, index: number): number =>
  isRecord(block) && typeof block.place === "number" ? block.place : index;

/** Returns the block lists of a layout, in order; undefined for any other block. */
export function partsOf(block: unknown): { key: "columns" | "tabs"; parts: unknown[] } | undefined {
  if (!isRecord(block)) return undefined;
  const key = block.type === "columns" || block.type === "tabs" ? block.type : undefined;
  const parts = key && block[key];
  return key && Array.isArray(parts) ? { key, parts } : undefined;
}

export const blocksIn = (part: unknown): unknown[] =>
  isRecord(part) && Array.isArray(part.blocks) ? part.blocks : [];

/** Returns all blocks that display content, in document order, including those in layouts. */
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

export const innerPath = (key: "columns" | "tabs", part: number, nth: number): string =>
  `${key}[${part}].blocks[${nth}]`;
export const INNER_PATH = /^(columns|tabs)\[(\d+)\]\.blocks\[(\d+)\]$/;

export const nestedPlace = (place: string, part: number, inner: number): string =>
  `${place}.${part}.${inner}`;

/** Removes the internal `place` of a block and of the blocks inside it. */
export function withoutPlaces(block: unknown): unknown {
  if (!isRecord(block)) return block;
  const { place: _, ...own } = block;
  const layout = partsOf(own);
  const parts = layout?.parts.map((part) => ({ ...Object(part), blocks: blocksIn(part).map(withoutPlaces) }));
  return { ...own, ...(layout && { [layout.key]: parts }) };
}
