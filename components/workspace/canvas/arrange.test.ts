import type { UIMessage } from "ai";
import { expect, it } from "vitest";
import { surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";
import { arrange, type Choice } from "./arrange";

const call = (toolCallId: string) =>
  ({ type: "tool-render_blocks", toolCallId, state: "input-available", input: {} }) as const;
const message: UIMessage = { id: "m", role: "assistant", parts: ["a", "b", "c", "d"].map(call) };
const surfaces = surfacesOf([message], []);
const plain: Choice = { front: "m/d", beside: null, pinned: [], width: 1_000 };

function look(choice: Partial<Choice>) {
  const { shown, peek, isPair } = arrange(surfaces, { ...plain, ...choice });
  return [shown.map(({ toolCallId }) => toolCallId).join(), peek?.toolCallId, isPair];
}

it("arrange shows the previous surface on the left, or only its header if the canvas is too narrow", () => {
  expect(look({})).toEqual(["c,d", undefined, false]);
  expect(look({ width: 800 })).toEqual(["d", "c", false]);
  expect(look({ front: "m/a" })).toEqual(["a", undefined, false]);
});

it("arrange hides the header of an answered surface, unless it is pinned", () => {
  const answered = surfaces.map((one) => (one.id === "m/c" ? { ...one, state: "answered" as const } : one));
  const narrow = { ...plain, width: 800 };
  expect(arrange(answered, narrow).peek).toBeUndefined();
  expect(arrange(answered, { ...narrow, pinned: ["m/c"] }).peek?.id).toBe("m/c");
  expect(arrange(answered, { ...plain, width: 1_000 }).shown).toHaveLength(2);
});

it("a wide table is alone if two surfaces would be too narrow, unless the user chose the second", () => {
  const columns = Array.from({ length: 12 }, (_, key) => ({ key }));
  const broad = { ...call("e"), input: { blocks: [{ type: "table", columns }] } };
  const both = surfacesOf([{ ...message, parts: [call("a"), broad] }], []);
  const at = (choice: Partial<Choice>) =>
    arrange(both, { ...plain, front: "m/e", ...choice })
      .shown.map(({ toolCallId }) => toolCallId)
      .join();
  expect(at({})).toBe("e");
  expect(at({ width: 1_300 })).toBe("a,e");
  expect(at({ beside: "m/a" })).toBe("a,e");
});

it("arrange keeps a pinned surface to the left of the active one", () => {
  expect(look({ pinned: ["m/a"] })).toEqual(["a,d", undefined, false]);
  expect(look({ pinned: ["m/d"], front: "m/b" })).toEqual(["d,b", undefined, false]);
  expect(look({ pinned: ["m/a"], width: 800 })).toEqual(["d", "a", false]);
});

it("arrange shows the newest surface beside a pinned surface that is active", () => {
  expect(look({ pinned: ["m/a"], front: "m/a" })).toEqual(["a,d", undefined, false]);
});

it("arrange shows the first of several pinned surfaces, also beside another pinned surface", () => {
  expect(look({ pinned: ["m/b", "m/a"] })).toEqual(["b,d", undefined, false]);
  expect(look({ pinned: ["m/b", "m/a"], front: "m/b" })).toEqual(["b,d", undefined, false]);
  const two = surfaces.slice(0, 2);
  const pins = { ...plain, pinned: ["m/a", "m/b"] };
  expect(arrange(two, { ...pins, front: "m/b" }).shown.map(({ id }) => id)).toEqual(["m/b", "m/a"]);
});

it("arrange prefers the surface that the user chose over pinned surfaces", () => {
  expect(look({ beside: "m/b", pinned: ["m/a"] })).toEqual(["b,d", undefined, true]);
  expect(look({ beside: "m/b", width: 800 })).toEqual(["d", "b", false]);
});

it("arrange ignores a surface that no longer exists", () => {
  expect(look({ front: "m/x" })).toEqual(["", undefined, false]);
  expect(look({ beside: "m/x" })).toEqual(["c,d", undefined, false]);
});
