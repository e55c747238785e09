import { expect, test } from "vitest";
import { misfits, misnamed, rooms } from "./rooms.ts";

const edges = (of: Record<string, Record<string, string>>) =>
  new Map(Object.entries(of).map(([room, others]) => [room, new Map(Object.entries(others))]));

test("the tables of the document are read: rooms, and what of their wing and of the tree they may import", () => {
  const listed = rooms();
  expect(listed.get("lib/shared")).toEqual(new Set());
  expect(listed.get("lib/store")).toEqual(new Set(["drizzle"]));
  expect(listed.get("lib/code/compile")).toEqual(new Set(["components/draw/runtime", "bin"]));
  expect(listed.get("components/client/origins")).toEqual(
    new Set(["components/client", "components/client/versions"]),
  );
});

test("an import that the document does not allow is named with the files, one that all may is not", () => {
  const listed = new Map([
    ["lib/store", new Set<string>()],
    ["lib/agent/loop", new Set(["lib/store"])],
  ]);
  const allowed = { "lib/store": { "lib/ground/base": "a → b" }, "lib/agent/loop": { "lib/store": "c → d" } };
  expect(misfits(edges(allowed), listed)).toEqual([]);
  const upward = { ...allowed, "lib/store": { "lib/agent/loop": "lib/store/x.ts → lib/agent/loop/run.ts" } };
  expect(misfits(edges(upward), listed)).toEqual([
    "lib/store may not import lib/agent/loop: lib/store/x.ts → lib/agent/loop/run.ts",
  ]);
});

test("a room that is not in the document, one that is gone, and an arrow that nobody uses are told", () => {
  const listed = new Map([
    ["lib/agent/loop", new Set(["lib/store"])],
    ["lib/gone", new Set<string>()],
  ]);
  expect(misfits(edges({ "lib/agent/loop": {}, "lib/agent/background": {} }), listed)).toEqual([
    "lib/agent/loop may import lib/store, and does not: take it out",
    "lib/agent/background stands in no table of rooms",
    "lib/gone is not there",
  ]);
});

test("a file that a row names is in its room, or named with its folder", () => {
  const document = "| `agent` | `run.ts` begins, `shared/chat/words.ts` says | store |\n| word | `none.ts` |";
  const files = ["lib/agent/loop/run.ts", "lib/shared/chat/words.ts", "lib/store/prompt.ts"];
  expect(misnamed(["lib/agent/loop"], files, document)).toEqual([]);
  expect(misnamed(["lib/agent/loop"], files, document.replace("run.ts", "prompt.ts"))).toEqual([
    "ARCHITECTURE.md: agent has no prompt.ts",
  ]);
});
