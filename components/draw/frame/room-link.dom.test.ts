import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/components/client/request";
import type { ToFrame } from "@/lib/shared/frame/protocol";
import type { Peer, RoomAnswer, RoomEvent } from "@/lib/shared/rooms/room";
import type { RoomUpdate } from "@/lib/shared/rooms/update";
import { RoomLink } from "./room-link";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const peer = (connectionId: string, presence: unknown, at = 1): Peer => ({
  ...{ connectionId, id: connectionId, name: connectionId, color: "#000000" },
  ...{ presence, at },
});
const event = (more: Partial<RoomEvent>): RoomEvent => ({
  ...{ type: "room", room: "hall", peers: [], gone: [], state: [] },
  ...more,
});
const whole = event({
  isWhole: true,
  peers: [peer("me", null), peer("bob", { x: 1 })],
  state: [["a", 1, 5]],
});

function stage() {
  const sent: RoomUpdate[] = [];
  const shown: Extract<ToFrame, { type: "room" }>[] = [];
  let answer = (update: RoomUpdate): Partial<RoomAnswer> | Error => ({
    stamps: Object.keys(update.set ?? {}).map((key): [string, number] => [key, 10]),
  });
  let hear: (event: RoomEvent | null) => void = () => {};
  const link = new RoomLink(
    {
      update: async (update) => {
        sent.push(update);
        const given = answer(update);
        if (given instanceof Error) throw given;
        const isNew = sent.length === 1;
        return { room: "hall", connectionId: "me", stamps: [], isNew, ...(isNew && { whole }), ...given };
      },
      hear: (listener) => {
        hear = listener;
        return () => {};
      },
    },
    (room) => shown.push(room),
  );
  const change = (set: Record<string, unknown> = {}, presence?: unknown) =>
    link.receive({ type: "room", set, presence });
  const answerWith = (next: typeof answer) => {
    answer = next;
  };
  return { link, sent, shown, change, answerWith, tell: (one: RoomEvent | null) => hear(one) };
}

test("it enters with the first message, sends changes together, and sends heartbeats", async () => {
  const { sent, shown, change } = stage();
  change({}, { x: 0 });
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toMatchObject([{ presence: { x: 0 } }]);
  expect(shown.at(-1)).toMatchObject({ me: "me", isWhole: true, state: [["a", 1]], isConnected: true });
  for (let x = 1; x < 20; x++) change({ [`k${x % 2}`]: x }, { x });
  await vi.advanceTimersByTimeAsync(100);
  expect(sent.slice(1)).toMatchObject([{ presence: { x: 19 }, set: { k0: 18, k1: 19 } }]);
  await vi.advanceTimersByTimeAsync(4_100);
  expect(sent.slice(2).map(({ connection, ...rest }) => rest)).toEqual([{}, {}]);
});

test("an own write stays until its time is known; a later one of another then wins", async () => {
  const { shown, change, tell } = stage();
  change();
  await vi.advanceTimersByTimeAsync(1);
  const states = () => shown.flatMap(({ state }) => state.filter(([key]) => key === "a"));
  change({ a: "mine" });
  tell(event({ state: [["a", "early", 9]] }));
  await vi.advanceTimersByTimeAsync(100);
  expect(states()).toEqual([["a", 1]]);
  change({ a: "mine again" });
  tell(event({ state: [["a", "late", 11]] }));
  await vi.advanceTimersByTimeAsync(100);
  expect(states().at(-1)).toEqual(["a", "late"]);
  tell(event({ state: [["a", "old", 3]] }));
  expect(states().at(-1)).toEqual(["a", "late"]);
});

test("others are shown, with their latest presence, until they have left", async () => {
  const { shown, change, tell } = stage();
  change();
  await vi.advanceTimersByTimeAsync(1);
  tell(event({ peers: [peer("bob", { x: 3 }, 3)] }));
  tell(event({ peers: [peer("bob", { x: 2 }, 2)] }));
  expect(shown.slice(1).map(({ peers }) => peers.map(({ presence }) => presence))).toEqual([[{ x: 3 }], []]);
  tell(event({ room: "another", peers: [peer("eve", {}, 9)] }));
  expect(shown).toHaveLength(3);
  tell(event({ gone: ["bob"] }));
  expect(shown.at(-1)?.gone).toEqual(["bob"]);
});

test("a refused change shows the reason and reads the room again; a lost server gets the values back", async () => {
  const { sent, shown, change, answerWith } = stage();
  change({}, { x: 1 });
  await vi.advanceTimersByTimeAsync(1);
  answerWith(() => new ApiError(413, "The state of the room is full", undefined));
  change({ b: 1 });
  await vi.advanceTimersByTimeAsync(100);
  expect(shown.at(-1)).toMatchObject({ problem: "The state of the room is full", isConnected: true });
  answerWith(() => new TypeError("fetch failed"));
  await vi.advanceTimersByTimeAsync(1_500);
  expect(sent.at(-1)).toMatchObject({ sync: true });
  expect(shown.at(-1)).toMatchObject({ isConnected: false });
  answerWith(() => ({ isNew: true, whole: event({ isWhole: true, peers: [peer("me", null)] }) }));
  await vi.advanceTimersByTimeAsync(8_000);
  answerWith(() => ({}));
  await vi.advanceTimersByTimeAsync(200);
  expect(sent).toContainEqual(expect.objectContaining({ presence: { x: 1 }, offer: [["a", 1, 5]] }));
});

test("a frame out of sight leaves the room, and enters it again when it is shown", async () => {
  const { link, sent, change } = stage();
  change();
  await vi.advanceTimersByTimeAsync(1);
  link.setSeen(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent.slice(1)).toMatchObject([{ leave: true }]);
  link.setSeen(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(3);
  link.close();
  expect(sent.at(-1)).toMatchObject({ leave: true });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toHaveLength(4);
});
