import { EventEmitter } from "node:events";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { singleton } from "@/lib/ground/base/process";
import { tokenOf } from "@/lib/ground/base/token";
import { AppError } from "@/lib/shared/errors";
import { jsonBytes, ROOM_LIMITS, ROOM_TTL_MS, type RoomAnswer, tooLarge } from "@/lib/shared/rooms/room";
import type { RoomChange, RoomUpdate } from "@/lib/shared/rooms/update";
import { listening, type Notice, publish, subscribe } from "@/lib/store/bus";
import { processId } from "@/lib/store/process-id";
import { Room } from "./room";

/** Changes of a room within this time reach the pages together. */
const GATHER_MS = 40;
/** Interval in which other servers get the heartbeat of a peer. */
const RELAY_MS = 1_000;
const SWEEP_MS = 1_000;
/** Time for which an empty room keeps its values, so that a reload of the only page does not lose them. */
const EMPTY_MS = 30_000;
const ASK_AGAIN_MS = 1_000;
const MAX_ROOMS = 2_000;

/** `room`: all that identifies it. `owner`: the member or visitor, with the agent or app whose stream they read. */
export type Guest = { room: string; owner: string; name: string };

const COLORS = [
  ...["#2563eb", "#dc2626", "#16a34a", "#d97706", "#9333ea"],
  ...["#0891b2", "#db2777", "#65a30d", "#ea580c", "#4f46e5"],
];

const colorOf = (id: string): string =>
  COLORS[[...id].reduce((sum, one) => sum + one.charCodeAt(0), 0) % COLORS.length] ?? "";

type Hall = {
  rooms: Map<string, Room>;
  due: Map<string, NodeJS.Timeout>;
  flushedAt: Map<string, number>;
  relayedAt: Map<string, number>;
  emitter: EventEmitter;
  limiter: RateLimiterMemory;
  close(): void;
};

/** The rooms that this server knows, from its own requests and from notices of other servers. */
const hall = (): Hall =>
  singleton("rooms", openHall, ({ close, due }) => {
    close();
    for (const timer of due.values()) clearTimeout(timer);
  });

function openHall(): Hall {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const timer = setInterval(() => sweep(opened), SWEEP_MS).unref();
  const stop = subscribe((notice) => hear(opened, notice));
  const opened: Hall = {
    ...{ rooms: new Map(), due: new Map(), flushedAt: new Map(), relayedAt: new Map(), emitter },
    limiter: new RateLimiterMemory({ points: ROOM_LIMITS.rate * 2, duration: 2 }),
    close: () => {
      clearInterval(timer);
      stop();
    },
  };
  return opened;
}

/** Calls `push` with each change, as JSON, of the rooms in which this owner is. */
export function followRooms(owner: string, push: (event: string) => void): () => void {
  const { emitter } = hall();
  emitter.on(owner, push);
  return () => void emitter.off(owner, push);
}

const short = (text: string): string => tokenOf("rooms", text).slice(0, 16);

/**
 * Applies an update of one tab of a guest. `assertAllowed` runs when the tab enters. Throws an AppError that names the
 * limit that was reached.
 */
export async function updateRoom(
  guest: Guest,
  update: RoomUpdate,
  assertAllowed: () => Promise<void> = async () => {},
): Promise<RoomAnswer> {
  await listening();
  const { rooms, limiter, relayedAt } = hall();
  const name = short(guest.room);
  const id = short(`${guest.room} ${guest.owner}`);
  const connectionId = short(`${guest.room} ${guest.owner} ${update.connection}`);
  const tell = (change: RoomChange) => publish({ type: "room", room: name, change });
  const answer = { room: name, connectionId, stamps: [], isNew: false };
  if (update.leave) {
    relayedAt.delete(connectionId);
    tell({ kind: "gone", connectionId });
    return answer;
  }
  await count(limiter, connectionId);
  const isNew = !rooms.get(name)?.peers.has(connectionId);
  if (isNew) await assertAllowed();
  const room = rooms.get(name) ?? begin(name);
  const before = room.peers.get(connectionId)?.peer;
  if (!before && room.peers.size >= ROOM_LIMITS.members)
    throw new AppError("conflict", `This room is full: it has ${ROOM_LIMITS.members} members at most.`);
  assertSizes(room, update);
  const { presence = before?.presence ?? null } = update;
  if (!before || update.presence !== undefined) {
    const at = Math.max(Date.now(), (before?.at ?? 0) + 1);
    const peer = { connectionId, id, name: guest.name, color: colorOf(id), presence, at };
    tell({ kind: "peer", owner: guest.owner, peer });
    relayedAt.set(connectionId, performance.now());
  } else if (performance.now() - (relayedAt.get(connectionId) ?? 0) > RELAY_MS) {
    tell({ kind: "beat", connectionId });
    relayedAt.set(connectionId, performance.now());
  } else room.apply({ kind: "beat", connectionId });
  const stamps = write(room, update, tell);
  return { ...answer, isNew, stamps, ...((isNew || update.sync) && { whole: room.whole() }) };
}

async function count(limiter: RateLimiterMemory, connectionId: string): Promise<void> {
  await limiter.consume(connectionId).catch(() => {
    throw new AppError(
      "too_many_requests",
      `A tab may update a room ${ROOM_LIMITS.rate} times a second. Try again in a moment.`,
      { details: { retryAfter: 1 } },
    );
  });
}

/** Begins a room on this server, and asks the others for its content. */
function begin(name: string): Room {
  const { rooms } = hall();
  const room = new Room(name);
  for (const [oldest] of rooms) {
    if (rooms.size < MAX_ROOMS) break;
    rooms.delete(oldest);
  }
  rooms.set(name, room);
  ask(name, room);
  return room;
}

function ask(name: string, room: Room): void {
  if (performance.now() - room.askedAt < ASK_AGAIN_MS) return;
  room.askedAt = performance.now();
  publish({ type: "room", room: name, change: { kind: "ask", from: processId() } });
}

function assertSizes(room: Room, { presence, set = {} }: RoomUpdate): void {
  const bytes = jsonBytes(presence);
  if (bytes > ROOM_LIMITS.presence)
    throw new AppError("too_large", tooLarge("A presence", bytes, ROOM_LIMITS.presence));
  for (const [key, value] of Object.entries(set)) {
    const size = jsonBytes(value);
    if (size > ROOM_LIMITS.value)
      throw new AppError("too_large", tooLarge(`The value “${key}” of the room`, size, ROOM_LIMITS.value));
  }
  if (Object.keys(set).length === 0) return;
  const now = room.entries().map(([key, value]): [string, unknown] => [key, value]);
  const all = Object.entries({ ...Object.fromEntries(now), ...set }).filter(([, value]) => value !== null);
  if (all.length > ROOM_LIMITS.keys)
    throw new AppError("too_large", `A room has ${ROOM_LIMITS.keys} values at most. Remove some with null.`);
  const total = jsonBytes(Object.fromEntries(all));
  if (total > ROOM_LIMITS.state)
    throw new AppError("too_large", tooLarge("The state of the room", total, ROOM_LIMITS.state));
}

function write(
  room: Room,
  { set = {}, offer = [] }: RoomUpdate,
  tell: (change: RoomChange) => void,
): [string, number][] {
  for (const [key, value, at] of offer) {
    if (room.values.has(key) || room.values.size >= ROOM_LIMITS.keys) continue;
    if (jsonBytes(value) <= ROOM_LIMITS.value)
      tell({ kind: "set", entry: [key, value, Math.min(at, Date.now())] });
  }
  return Object.entries(set).map(([key, value]) => {
    const at = Math.max(Date.now(), (room.values.get(key)?.at ?? 0) + 1);
    tell({ kind: "set", entry: [key, value ?? null, at] });
    return [key, at];
  });
}

function hear(opened: Hall, notice: Notice): void {
  if (notice.type !== "room") return;
  const { room: name, change } = notice;
  const known = opened.rooms.get(name);
  if (change.kind === "ask") {
    if (known && change.from !== processId()) tellAll(name, known);
    return;
  }
  if (!known && change.kind === "gone") return;
  const room = known ?? begin(name);
  if (!room.apply(change)) ask(name, room);
  schedule(opened, name, room);
}

function tellAll(name: string, room: Room): void {
  const tell = (change: RoomChange) => publish({ type: "room", room: name, change });
  for (const { peer, owner } of room.peers.values()) tell({ kind: "peer", owner, peer });
  for (const entry of room.entries()) tell({ kind: "set", entry });
}

/** Sends the first change at once, and later ones together. */
function schedule(opened: Hall, name: string, room: Room): void {
  const { due, flushedAt } = opened;
  if (due.has(name)) return;
  const wait = (flushedAt.get(name) ?? 0) + GATHER_MS - performance.now();
  const flush = () => {
    due.delete(name);
    flushedAt.set(name, performance.now());
    emit(opened, room);
  };
  due.set(name, setTimeout(flush, Math.max(0, wait)));
}

function emit({ emitter }: Hall, room: Room): void {
  const event = room.takeChanges();
  if (!event) return;
  const text = JSON.stringify(event);
  for (const owner of room.owners) emitter.emit(owner, text);
}

function sweep(opened: Hall): void {
  const { rooms, flushedAt, relayedAt, due } = opened;
  const now = performance.now();
  for (const [name, room] of rooms) {
    room.expire(now - ROOM_TTL_MS);
    schedule(opened, name, room);
    if (room.peers.size > 0 || now - room.emptySince < EMPTY_MS) continue;
    rooms.delete(name);
    flushedAt.delete(name);
    clearTimeout(due.get(name));
    due.delete(name);
  }
  for (const [id, at] of relayedAt) if (now - at > ROOM_TTL_MS * 2) relayedAt.delete(id);
}
