import { z } from "zod";
import { isStorable } from "@/lib/shared/text/storable";
import { componentName } from "../components/fields";
import { MAX_PROPS, MAX_TILES, type Tile, tiles } from "./content";
import { COLUMNS, MAX_HEIGHT, MAX_ROW, MIN_HEIGHT, MIN_WIDTH } from "./layout";

/* Input schemas of boards for the user and the agent, with error messages. */

const UNSTORABLE = "Contains a character that cannot be stored";
const storable = (value: string) => isStorable(value);
const count = (what: string, least: number, max: number) => {
  const message = `${what} must be a whole number from ${least} to ${max}`;
  return z.int(message).min(least, message).max(max, message);
};

export const boardName = z
  .string()
  .trim()
  .min(1, "Enter a name")
  .max(100, "A name has at most 100 characters")
  .refine(storable, UNSTORABLE);

export const tileTitle = z
  .string()
  .trim()
  .max(200, "A title has at most 200 characters")
  .refine(storable, UNSTORABLE);

export const boardFields = {
  name: boardName,
  tiles: z.custom<Tile[]>(
    (value) => tiles.safeParse(value).success,
    `At most ${MAX_TILES} tiles, each with a unique id, a place within the grid and a source`,
  ),
};

export const placeFields = {
  x: count("x", 0, COLUMNS - MIN_WIDTH).optional(),
  y: count("y", 0, MAX_ROW).optional(),
  w: count("w", MIN_WIDTH, COLUMNS).optional(),
  h: count("h", MIN_HEIGHT, MAX_HEIGHT).optional(),
};

export const tileProps = z
  .record(z.string(), z.unknown())
  .refine(
    (props) => JSON.stringify(props).length <= MAX_PROPS,
    "Props have at most 100,000 characters of JSON",
  );

/**
 * `sheet` is a surface of a conversation, by its id `messageId/toolCallId`. `component` is from the library.
 */
export const newTile = z.strictObject({
  /** Id of a removed tile, if this call restores the tile. */
  id: z
    .string()
    .regex(/^[\w-]{1,40}$/, "This is not the id of a tile")
    .optional(),
  sheet: z.strictObject({ conversation: z.uuid(), id: z.string().min(3).max(400) }).optional(),
  component: z.strictObject({ name: componentName, props: tileProps.optional() }).optional(),
  title: tileTitle.optional(),
  ...placeFields,
});

export const tileChange = z.strictObject({
  title: tileTitle.optional(),
  props: tileProps.optional(),
  ...placeFields,
});
export type TileChange = z.infer<typeof tileChange>;

const wholePlace = {
  x: placeFields.x.unwrap(),
  y: placeFields.y.unwrap(),
  w: placeFields.w.unwrap(),
  h: placeFields.h.unwrap(),
};

export const boardChange = z.strictObject({
  name: boardName.optional(),
  places: z
    .array(
      z.strictObject({
        id: z.string().max(40),
        ...wholePlace,
        /** The tile takes its new place only if it is still in this one. */
        was: z.strictObject(wholePlace).optional(),
      }),
    )
    .max(MAX_TILES)
    .optional(),
});
