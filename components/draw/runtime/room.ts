import { use, useSyncExternalStore } from "react";
import type { ToFrame } from "@/lib/shared/frame/protocol";
import { jsonBytes, type Peer, ROOM_LIMITS, tooLarge } from "@/lib/shared/rooms/room";
import { failed } from "./failures";
import { hasPainted } from "./painted";
import { toPlain } from "./plain";
import { send, sendLarge } from "./port";
import { hasServer } from "./server";

type Values = Record<string, unknown>;
type Member = { connectionId: string; id: string; name: string; color: string; presence: Values };
type Room = {
  me: Member;
  others: readonly Member[];
  state: Values;
  isConnected: boolean;
  error: string | undefined;
};
type Patch = Values | ((now: Values) => Values);

const FLUSH_MS = 16;
/** Time for which the first paint waits for the room. */
const MAX_WAIT_MS = 2_000;

const ALONE: Member = { connectionId: "me", id: "me", name: "You", color: "#2563eb", presence: {} };
const peers = new Map<string, Member>();
const listeners = new Set<() => void>();
const entered = Promise.withResolvers<void>();
let room: Room = { me: ALONE, others: [], state: {}, isConnected: false, error: undefined };
let presence: Values = {};
let isPresenceUnsent = false;
let unsent: Values = {};
let isDue = false;
let isIn = false;
let isWaiting = true;

const read = (): Room => room;

/**
 * Returns who has this component open, and values that they share while they do: `{ me, others, state, setPresence,
 * setState, isConnected, error }`. `me` and `others` have `connectionId` (a tab), `id` (the same in all tabs of a member
 * or visitor), `name`, `color` and `presence`. `setPresence` and `setState` merge by key; null removes a value of the
 * state. The last write of a key wins, and nothing is stored once all have left.
 */
export function useRoom() {
  if (isWaiting && hasServer() && !hasPainted()) {
    enter();
    use(entered.promise);
  }
  return { ...useSyncExternalStore(subscribe, read), setPresence, setState };
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  enter();
  return () => {
    listeners.delete(onChange);
    // Wait until the current task ends, because React may unsubscribe and subscribe again in one render.
    queueMicrotask(() => {
      if (listeners.size > 0 || !isIn) return;
      isIn = false;
      send({ type: "leaveRoom" });
    });
  };
}

function enter(): void {
  if (isIn || !hasServer()) return;
  isIn = true;
  setTimeout(stopWaiting, MAX_WAIT_MS);
  isPresenceUnsent = true;
  flush();
}

function stopWaiting(): void {
  isWaiting = false;
  entered.resolve();
}

/** Changes values of the own presence, such as the position of the pointer. */
function setPresence(patch: Patch): void {
  const next = { ...presence, ...patchOf(patch, presence, "setPresence", "{ cursor: { x, y } }") };
  const bytes = jsonBytes(next);
  if (bytes > ROOM_LIMITS.presence) throw new RangeError(tooLarge("A presence", bytes, ROOM_LIMITS.presence));
  presence = next;
  show({ me: { ...room.me, presence } });
  isPresenceUnsent = true;
  plan();
}

/** Changes values of the room by key, for all who are in it. Null removes one. */
function setState(patch: Patch): void {
  const changed = patchOf(patch, room.state, "setState", "{ winner: me.id }");
  for (const [key, value] of Object.entries(changed)) {
    if (key === "" || key.length > ROOM_LIMITS.keyChars)
      throw new RangeError(`A key of the room's state has 1 to ${ROOM_LIMITS.keyChars} characters.`);
    const bytes = jsonBytes(value);
    if (bytes > ROOM_LIMITS.value)
      throw new RangeError(tooLarge(`The value “${key}” of the room`, bytes, ROOM_LIMITS.value));
  }
  show({ state: merged(room.state, Object.entries(changed)) });
  unsent = { ...unsent, ...changed };
  plan();
}

function patchOf(patch: Patch, now: Values, name: string, example: string): Values {
  const given = typeof patch === "function" ? patch(now) : patch;
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new TypeError(`${name} needs an object of the values that change, as in ${name}(${example}).`);
  const { value, files } = toPlain(given, name);
  if (files[0]) throw new TypeError(`${files[0].path} is a file, which a room cannot share.`);
  return Object.fromEntries(Object.entries(value ?? {}).map(([key, one]) => [key, one ?? null]));
}

function merged(state: Values, entries: readonly (readonly [string, unknown])[]): Values {
  const all = new Map([...Object.entries(state), ...entries]);
  return Object.fromEntries([...all].filter(([, value]) => value !== null));
}

function plan(): void {
  if (!isIn || isDue) return;
  isDue = true;
  setTimeout(flush, FLUSH_MS);
}

function flush(): void {
  isDue = false;
  const message = { type: "room", ...(isPresenceUnsent && { presence }), set: unsent } as const;
  isPresenceUnsent = false;
  unsent = {};
  try {
    sendLarge(message, "The change of the room");
  } catch (error) {
    failed("event", error);
  }
}

export function receiveRoom(message: Extract<ToFrame, { type: "room" }>): void {
  const { me, gone, state, isWhole, isConnected, problem } = message;
  if (isWhole) peers.clear();
  for (const id of gone) peers.delete(id);
  for (const peer of message.peers) peers.set(peer.connectionId, memberOf(peer));
  const own = peers.get(me);
  const kept = isWhole ? Object.entries(unsent) : Object.entries(room.state);
  show({
    ...(own && { me: { ...own, presence } }),
    others: [...peers.values()].filter(({ connectionId }) => connectionId !== me),
    state: merged(Object.fromEntries(kept), state),
    isConnected,
    error: problem,
  });
  stopWaiting();
  if (problem !== undefined) failed("event", new Error(problem));
}

const memberOf = ({ connectionId, id, name, color, presence: shared }: Peer): Member => ({
  ...{ connectionId, id, name, color },
  presence: typeof shared === "object" && shared !== null ? { ...shared } : {},
});

function show(change: Partial<Room>): void {
  room = { ...room, ...change };
  for (const tell of listeners) tell();
}
