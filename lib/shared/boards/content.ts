import * as z from "zod/mini";
import { COLUMNS, MAX_HEIGHT, MAX_ROW, MIN_HEIGHT, MIN_WIDTH } from "./layout";

export const MAX_BOARDS = 30;
export const MAX_TILES = 100;
export const MAX_PROPS = 100_000;

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const count = (least: number, max: number) => z.int().check(z.minimum(least), z.maximum(max));

export const place = z.object({
  x: count(0, COLUMNS - MIN_WIDTH),
  y: count(0, MAX_ROW),
  w: count(MIN_WIDTH, COLUMNS),
  h: count(MIN_HEIGHT, MAX_HEIGHT),
});

/** The content of a tile: a surface of a conversation, or a component of the library. */
export const source = z.union([
  z.strictObject({ conversation: z.guid(), sheet: text(400) }),
  z.strictObject({ component: text(200), props: z.record(z.string(), z.unknown()) }),
]);
export type Source = z.infer<typeof source>;

const tile = z.strictObject({
  id: text(40),
  ...place.shape,
  source,
  /** Title of the tile, shown instead of the title of the surface. */
  title: z.optional(text(200)),
});
export type Tile = z.infer<typeof tile>;

export const tiles = z.array(tile).check(
  z.maxLength(MAX_TILES),
  z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length),
);

/** Content of a revision of kind "board". */
export const boardContent = z.strictObject({
  name: text(100),
  tiles,
});
export type BoardContent = z.infer<typeof boardContent>;
