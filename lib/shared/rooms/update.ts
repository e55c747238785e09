import { z } from "zod";
import { ROOM_LIMITS } from "./room";

const key = z
  .string()
  .min(1)
  .max(ROOM_LIMITS.keyChars, `The key of a value in a room has at most ${ROOM_LIMITS.keyChars} characters`);
const keys = (count: number) => count <= ROOM_LIMITS.keys;
const manyKeys = `A room has at most ${ROOM_LIMITS.keys} values`;

/**
 * Body of an update of a room. An empty update says that the tab is still there. `offer`: values that a tab saw before
 * its server was lost; they count only where the room has no later ones.
 */
export const roomUpdate = z.strictObject({
  connection: z.uuid(),
  presence: z.unknown().optional(),
  set: z
    .record(key, z.unknown())
    .refine((all) => keys(Object.keys(all).length), manyKeys)
    .optional(),
  offer: z
    .array(z.tuple([key, z.unknown(), z.number()]))
    .max(ROOM_LIMITS.keys)
    .optional(),
  sync: z.literal(true).optional(),
  leave: z.literal(true).optional(),
});
export type RoomUpdate = z.infer<typeof roomUpdate>;

export const MAX_UPDATE_BYTES = 100_000;

/** A change of a room that servers report to each other. `owner`: whose streams the peer's tab reads. */
export const roomChange = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("peer"),
    owner: z.string(),
    peer: z.object({
      connectionId: z.string(),
      id: z.string(),
      name: z.string(),
      color: z.string(),
      presence: z.unknown(),
      at: z.number(),
    }),
  }),
  z.object({ kind: z.literal("beat"), connectionId: z.string() }),
  z.object({ kind: z.literal("gone"), connectionId: z.string() }),
  z.object({ kind: z.literal("set"), entry: z.tuple([z.string(), z.unknown(), z.number()]) }),
  /** A server asks the others for the content of a room. */
  z.object({ kind: z.literal("ask"), from: z.string() }),
]);
export type RoomChange = z.infer<typeof roomChange>;
