import { beforeEach, expect, it, vi } from "vitest";
import { componentSurface } from "@/lib/shared/chat/library-surface";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import * as api from "./api";
import { PinBoard } from "./pin-board";

const surface = componentSurface({ name: "board", version: 1, bundle: "b", props: {}, at: "" });
const pin = (key: string, from: string | null, title = "Board"): Pin => ({
  key,
  from: from === null ? null : { id: from, title: "A talk" },
  surface: { ...surface, id: key.slice(key.indexOf("/") + 1), title },
  asks: [],
});
const keys = (board: PinBoard) => board.pins()?.map(({ key }) => key);

const readPins = vi.spyOn(api, "readPins");
const storePin = vi.spyOn(api, "storePin");
let stored: Pin[];
beforeEach(() => {
  stored = [];
  readPins.mockReset().mockImplementation(async () => stored);
  storePin.mockReset().mockImplementation(async () => {});
});

it("the pin board shows a pin at once, and then the pins of the server", async () => {
  const board = new PinBoard();
  board.seed([]);
  stored = [pin("a/s", "a", "As stored")];
  const storing = board.pin(pin("a/s", "a"));
  expect(board.pins()?.[0]?.surface?.title).toBe("Board");
  await storing;
  await vi.waitFor(() => expect(board.pins()?.[0]?.surface?.title).toBe("As stored"));
});

it("the pin board removes a pin that the server refused, and rejects with the error", async () => {
  const board = new PinBoard();
  board.seed([]);
  storePin.mockRejectedValueOnce(new Error("away"));
  await expect(board.pin(pin("a/s", "a"))).rejects.toThrow("away");
  await vi.waitFor(() => expect(keys(board)).toEqual([]));
});

it("the pin board keeps one pin per conversation and any number of components", () => {
  const board = new PinBoard();
  board.seed([pin("a/s", "a"), pin("component/x", null)]);
  void board.pin(pin("a/t", "a"));
  void board.pin(pin("component/y", null));
  expect(keys(board)).toEqual(["component/x", "a/t", "component/y"]);
});

it("the pin board stores changes in order and reloads only after the last", async () => {
  const board = new PinBoard();
  board.seed([]);
  const { promise, resolve: go } = Promise.withResolvers<void>();
  storePin.mockReturnValueOnce(promise);
  const first = board.pin(pin("a/s", "a"));
  const second = board.unpin(pin("a/s", "a"));
  await board.load();
  expect(storePin).toHaveBeenCalledTimes(1);
  expect(readPins).not.toHaveBeenCalled();
  go();
  await Promise.all([first, second]);
  expect(storePin.mock.calls.map(([, isPinned]) => isPinned)).toEqual([true, false]);
  await vi.waitFor(() => expect(readPins).toHaveBeenCalledTimes(1));
});

it("the pin board keeps the last known surface until the server has it", async () => {
  const board = new PinBoard();
  board.seed([pin("a/s", "a", "Being written")]);
  stored = [{ ...pin("a/s", "a"), surface: null }];
  await board.load();
  expect(board.pins()?.[0]?.surface?.title).toBe("Being written");
});

it("the open conversation provides its pin's surface; the pins reload when the user leaves it", async () => {
  const board = new PinBoard();
  board.seed([pin("a/s", "a")]);
  const live = pin("a/s", "a", "Live").surface ?? expect.fail();
  const desk = { conversationId: "a", surfaces: [live], asks: [], answering: {}, front: undefined };
  const nothing = {
    shot: undefined,
    reply: undefined,
    answer: async () => undefined,
    send: async () => undefined,
    closed: new Set<string>(),
    close: () => {},
    setFailed: () => {},
    say: () => {},
    show: () => {},
  };
  board.see({ id: "a", title: "Renamed", desk: { ...desk, ...nothing } });
  expect(board.pins()?.[0]).toMatchObject({ from: { title: "Renamed" }, surface: { title: "Live" } });
  stored = [pin("a/s", "a", "Stored")];
  board.leave("a");
  await vi.waitFor(() => expect(board.pins()?.[0]?.surface?.title).toBe("Stored"));
});
