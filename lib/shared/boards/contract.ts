import * as z from "zod/mini";
import { pin } from "@/lib/shared/chat/surfaces/pins";
import { BOARD_RIGHTS } from "@/lib/shared/members/roles";
import { place } from "./content";

export const boardEntry = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number(),
  tiles: z.number(),
});
export type BoardEntry = z.infer<typeof boardEntry>;
export const boardList = z.object({ boards: z.array(boardEntry) });

/** A tile with its current content. `surface` of the pin is null if the surface no longer exists. */
const tileView = z.object({ id: z.string(), ...place.shape, title: z.optional(z.string()), pin });
export type TileView = z.infer<typeof tileView>;

export const boardView = z.object({
  board: z.object({ id: z.string(), name: z.string(), version: z.number(), tiles: z.array(tileView) }),
});
export type BoardView = z.infer<typeof boardView>["board"];

/** A board that is shared without its agent. `title`: null if the content of the tile no longer exists. */
export const sharedBoardView = z.object({
  board: z.object({
    ...{ id: z.string(), name: z.string(), version: z.number(), right: z.enum(BOARD_RIGHTS) },
    tiles: z.array(z.object({ id: z.string(), ...place.shape, title: z.nullable(z.string()) })),
  }),
});
export type SharedBoardView = z.infer<typeof sharedBoardView>["board"];

/** Response to every change of a board, with its new version. */
export const boardChanged = z.object({ id: z.string(), version: z.number(), tile: z.optional(z.string()) });
export type BoardChanged = z.infer<typeof boardChanged>;
