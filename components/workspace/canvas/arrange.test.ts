import type { UIMessage } from "ai";
import { expect, it } from "vitest";
import { surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";
import { arrange, type Choice } from "./arrange";

const call = (toolCallId: string) =>
  ({ type: "tool-render_blocks", toolCallId, state: "input-available", input: {} }) as const;
const message: UIMessage = { id: "m", role: "assistant", parts: ["a", "b", "c", "d"].map(call) };
const surfaces = surfacesOf([message], []);
const plain: Choice = { front: "m/d", beside: null, pinned: [], room: 1_000 };

function look(choice: Partial<Choice>) {
  const { shown, peek, isPair } = arrange(surfaces, { ...plain, ...choice });
  return [shown.map(({ toolCallId }) => toolCallId).join(), peek?.toolCallId, isPair];
}

it("the sheet before the one in front lies left of it, or peeks out where there is no room", () => {
  expect(look({})).toEqual(["c,d", undefined, false]);
  expect(look({ room: 800 })).toEqual(["d", "c", false]);
  expect(look({ front: "m/a" })).toEqual(["a", undefined, false]);
});

it("a broad table is alone where two would be too narrow, unless the person put one beside it", () => {
  const columns = Array.from({ length: 12 }, (_, key) => ({ key }));
  const broad = { ...call("e"), input: { blocks: [{ type: "table", columns }] } };
  const both = surfacesOf([{ ...message, parts: [call("a"), broad] }], []);
  const at = (choice: Partial<Choice>) =>
    arrange(both, { ...plain, front: "m/e", ...choice })
      .shown.map(({ toolCallId }) => toolCallId)
      .join();
  expect(at({})).toBe("e");
  expect(at({ room: 1_300 })).toBe("a,e");
  expect(at({ beside: "m/a" })).toBe("a,e");
});

it("a pinned sheet stays at the left of whatever is in front", () => {
  expect(look({ pinned: ["m/a"] })).toEqual(["a,d", undefined, false]);
  expect(look({ pinned: ["m/d"], front: "m/b" })).toEqual(["d,b", undefined, false]);
  expect(look({ pinned: ["m/a"], room: 800 })).toEqual(["d", "a", false]);
});

it("a pinned sheet that is in front has the newest beside it", () => {
  expect(look({ pinned: ["m/a"], front: "m/a" })).toEqual(["a,d", undefined, false]);
});

it("of several pinned sheets the first stays, also beside another pinned one when nothing else is there", () => {
  expect(look({ pinned: ["m/b", "m/a"] })).toEqual(["b,d", undefined, false]);
  expect(look({ pinned: ["m/b", "m/a"], front: "m/b" })).toEqual(["b,d", undefined, false]);
  const two = surfaces.slice(0, 2);
  const pins = { ...plain, pinned: ["m/a", "m/b"] };
  expect(arrange(two, { ...pins, front: "m/b" }).shown.map(({ id }) => id)).toEqual(["m/b", "m/a"]);
});

it("what the person put beside goes before what is pinned", () => {
  expect(look({ beside: "m/b", pinned: ["m/a"] })).toEqual(["b,d", undefined, true]);
  expect(look({ beside: "m/b", room: 800 })).toEqual(["d", "b", false]);
});

it("a sheet that is gone is nowhere", () => {
  expect(look({ front: "m/x" })).toEqual(["", undefined, false]);
  expect(look({ beside: "m/x" })).toEqual(["c,d", undefined, false]);
});
