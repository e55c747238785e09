import * as z from "zod/mini";

/*
 * Rooms of components, with their peers and the values that peers share. Uses zod/mini because pages load
 * this module. Sizes are bytes of JSON in UTF-8.
 */

export const ROOM_LIMITS = {
  members: 100,
  presence: 2_000,
  keys: 200,
  keyChars: 100,
  value: 4_000,
  state: 64_000,
  /** Maximum updates of one tab in a second, over two seconds. The page sends at most ten. */
  rate: 20,
} as const;

/** Interval of the heartbeats of a page, and the time without one after which the page has left. */
export const ROOM_BEAT_MS = 2_000;
export const ROOM_TTL_MS = 6_000;

const stamp = z.number();

/** A tab in a room. `id`: the member or visitor, the same in all of their tabs. `at` orders the changes of a peer. */
const peer = z.object({
  connectionId: z.string(),
  id: z.string(),
  name: z.string(),
  color: z.string(),
  presence: z.unknown(),
  at: stamp,
});
export type Peer = z.infer<typeof peer>;

/** A value of a room; null if the key was removed. Of two writes of a key, the one with the later time wins. */
const entry = z.tuple([z.string(), z.unknown(), stamp]);
export type RoomEntry = z.infer<typeof entry>;

/** A change of a room, or with `isWhole` all that is in it. */
export const roomEvent = z.object({
  type: z.literal("room"),
  room: z.string(),
  peers: z.array(peer),
  gone: z.array(z.string()),
  state: z.array(entry),
  isWhole: z.optional(z.boolean()),
});
export type RoomEvent = z.infer<typeof roomEvent>;

/** Response to an update. `whole` answers the first update of a tab, and one with `sync`. */
export const roomAnswer = z.object({
  room: z.string(),
  connectionId: z.string(),
  /** The times of the values that were written. */
  stamps: z.array(z.tuple([z.string(), stamp])),
  isNew: z.boolean(),
  whole: z.optional(roomEvent),
});
export type RoomAnswer = z.infer<typeof roomAnswer>;

export const jsonBytes = (value: unknown): number =>
  new TextEncoder().encode(JSON.stringify(value) ?? "null").length;

export const tooLarge = (what: string, bytes: number, limit: number): string =>
  `${what} has ${bytes.toLocaleString("en")} bytes as JSON; the limit is ${limit.toLocaleString("en")}.`;
