import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { ROOM_LIMITS, ROOM_TTL_MS, type RoomEvent } from "@/lib/shared/rooms/room";
import { listening, type Notice, payload, subscribe } from "@/lib/store/bus";
import { connect } from "@/lib/store/connection";
import { testDatabase } from "@/lib/store/testing/database";
import { followRooms, updateRoom } from "./rooms";

let other: ReturnType<typeof connect>;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  other = connect(database.url, { max: 1 });
});
afterAll(async () => {
  await other.end();
  await drop();
});
afterEach(() => vi.useRealTimers());

/** A tab of a member in a room, with the events of the member's stream. */
function tab(room: string, owner: string = randomUUID()) {
  const connection = randomUUID();
  const events: RoomEvent[] = [];
  const leave = followRooms(owner, (text) => events.push(JSON.parse(text)));
  const update = (more: object = {}) =>
    updateRoom({ room, owner, name: `Name of ${owner}` }, { connection, ...more });
  const state = () =>
    Object.fromEntries(events.flatMap((event) => event.state.map(([key, value]) => [key, value])));
  return { connection, owner, events, leave, update, state };
}

const fromOther = (notices: Notice[]) =>
  other`select pg_notify('easel', ${payload(notices).replace(/"from":"[^"]+"/, '"from":"x"')})`;

test("members of a room see each other, presence and values, and the last write of a key wins", async () => {
  const room = randomUUID();
  const [ann, bob] = [tab(room), tab(room)];
  const first = await ann.update({ presence: { x: 1 }, set: { "a vote": "tea" } });
  expect(first).toMatchObject({
    isNew: true,
    whole: { isWhole: true, state: [["a vote", "tea", expect.any(Number)]] },
  });
  const { whole, connectionId } = await bob.update();
  expect(whole?.peers.map(({ name, presence }) => [name, presence])).toEqual([
    [`Name of ${ann.owner}`, { x: 1 }],
    [`Name of ${bob.owner}`, null],
  ]);
  await bob.update({ set: { "a vote": "coffee" } });
  await ann.update({ presence: { x: 2 } });
  await expect.poll(() => ann.state()).toEqual({ "a vote": "coffee" });
  const seen = () => bob.events.flatMap(({ peers }) => peers.map(({ presence }) => presence));
  await expect.poll(seen).toContainEqual({ x: 2 });
  await bob.update({ leave: true });
  await expect.poll(() => ann.events.at(-1)?.gone).toEqual([connectionId]);
});

test("two tabs of a member have the same id, and others do not see the member's id", async () => {
  const room = randomUUID();
  const ann = tab(room);
  await ann.update();
  const { whole } = await tab(room, ann.owner).update();
  const [one, two] = whole?.peers ?? [];
  expect([one?.id, one?.color]).toEqual([two?.id, two?.color]);
  expect(one?.connectionId).not.toBe(two?.connectionId);
  expect(JSON.stringify(whole?.peers.map(({ name, ...rest }) => rest))).not.toContain(ann.owner);
});

test("rooms do not see each other, and a stream has only rooms in which its reader is", async () => {
  const [room, another] = [randomUUID(), randomUUID()];
  const [ann, bob, stranger] = [tab(room), tab(another), tab(room)];
  await Promise.all([ann.update(), bob.update()]);
  await ann.update({ set: { word: "zeppelin" } });
  expect((await bob.update({ sync: true })).whole?.state).toEqual([]);
  await expect.poll(() => ann.state()).toEqual({ word: "zeppelin" });
  expect([bob.state(), stranger.events]).toEqual([{}, []]);
});

test("limits refuse an update and name themselves", async () => {
  const room = randomUUID();
  const ann = tab(room);
  const long = (bytes: number) => "é".repeat(bytes / 2);
  await expect(ann.update({ presence: long(ROOM_LIMITS.presence) })).rejects.toThrow("the limit is 2,000");
  await expect(ann.update({ set: { plan: long(ROOM_LIMITS.value) } })).rejects.toThrow(
    "The value “plan” of the room has 4,002 bytes as JSON; the limit is 4,000.",
  );
  for (let at = 0; at < 16; at++) await ann.update({ set: { [`k${at}`]: long(3_900) } });
  await expect(ann.update({ set: { more: long(3_900) } })).rejects.toThrow("The state of the room");
  const keys = Object.fromEntries(Array.from({ length: 190 }, (_, at) => [`n${at}`, 1]));
  await expect(ann.update({ set: keys })).rejects.toThrow("200 values at most");
  await expect(
    Promise.all(Array.from({ length: ROOM_LIMITS.rate * 2 + 1 }, () => ann.update())),
  ).rejects.toThrow("20 times a second");
});

test("a full room refuses one more tab", async () => {
  const room = randomUUID();
  const tabs = Array.from({ length: ROOM_LIMITS.members }, () => tab(room));
  for (const { update, leave } of tabs) {
    leave();
    await update();
  }
  await expect(tab(room).update()).rejects.toThrow("This room is full: it has 100 members at most.");
});

test("a silent tab leaves, and a forgotten tab enters again with its values", async () => {
  const room = randomUUID();
  const [ann, bob] = [tab(room), tab(room)];
  await Promise.all([ann.update(), bob.update()]);
  const { stamps } = await bob.update({ set: { vote: "tea" } });
  const begun = performance.now();
  while (performance.now() - begun < ROOM_TTL_MS + 1_500) {
    await ann.update();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await expect.poll(() => ann.events.at(-1)?.gone).toHaveLength(1);
  const lost = tab(randomUUID());
  const offer = stamps.map(([key, at]) => [key, "tea", at]);
  expect(await lost.update({ offer })).toMatchObject({ isNew: true, whole: { state: offer } });
  expect((await lost.update({ offer: [["vote", "late", 1]], sync: true })).whole?.state).toEqual(offer);
}, 20_000);

test("servers converge: changes of another reach this one, and another gets the room when it asks", async () => {
  await listening();
  const room = randomUUID();
  const ann = tab(room);
  const answer = await ann.update({ presence: { x: 1 } });
  const peer = { connectionId: "theirs", id: "them", name: "Bob", color: "#000000", presence: null, at: 1 };
  const told = (change: Extract<Notice, { type: "room" }>["change"]): Notice => ({
    type: "room",
    room: answer.room,
    change,
  });
  await fromOther([
    told({ kind: "peer", owner: "elsewhere", peer }),
    told({ kind: "set", entry: ["vote", "late", 2] }),
    told({ kind: "set", entry: ["vote", "early", 1] }),
  ]);
  await expect.poll(() => ann.state()).toEqual({ vote: "late" });
  expect(ann.events.flatMap(({ peers }) => peers.map(({ name }) => name))).toContain("Bob");
  const notices: Notice[] = [];
  const stop = subscribe((notice) => notices.push(notice));
  await fromOther([told({ kind: "ask", from: "x" })]);
  const kinds = () => notices.flatMap((one) => (one.type === "room" ? one.change.kind : []));
  await expect.poll(() => kinds().sort()).toEqual(["ask", "peer", "peer", "set"]);
  await fromOther([told({ kind: "beat", connectionId: "nobody" })]);
  await expect.poll(kinds).toContain("beat");
  stop();
});
