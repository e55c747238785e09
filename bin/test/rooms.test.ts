import { expect, test } from "vitest";
import { misfits, misnamed, rooms } from "./rooms.ts";

const edges = (of: Record<string, Record<string, string>>) =>
  new Map(Object.entries(of).map(([room, others]) => [room, new Map(Object.entries(others))]));

test("the tables of the document are read: rooms, and what of their wing and of the tree they may import", () => {
  const listed = rooms();
  expect(listed.get("lib/shared")).toEqual(new Set());
  expect(listed.get("lib/store")).toEqual(new Set(["drizzle"]));
  expect(listed.get("lib/authored/compile")).toEqual(new Set(["components/runtime", "bin"]));
  expect(listed.get("components/origins")).toEqual(new Set(["components/client", "components/versions"]));
});

test("an import that the document does not allow is named with the files, one that all may is not", () => {
  const listed = new Map([
    ["lib/store", new Set<string>()],
    ["lib/agent", new Set(["lib/store"])],
  ]);
  const allowed = { "lib/store": { "lib/base": "a → b" }, "lib/agent": { "lib/store": "c → d" } };
  expect(misfits(edges(allowed), listed)).toEqual([]);
  const upward = { ...allowed, "lib/store": { "lib/agent": "lib/store/x.ts → lib/agent/run.ts" } };
  expect(misfits(edges(upward), listed)).toEqual([
    "lib/store may not import lib/agent: lib/store/x.ts → lib/agent/run.ts",
  ]);
});

test("a room that is not in the document, one that is gone, and an arrow that nobody uses are told", () => {
  const listed = new Map([
    ["lib/agent", new Set(["lib/store"])],
    ["lib/gone", new Set<string>()],
  ]);
  expect(misfits(edges({ "lib/agent": {}, "lib/jobs": {} }), listed)).toEqual([
    "lib/agent may import lib/store, and does not: take it out",
    "lib/jobs stands in no table of rooms",
    "lib/gone is not there",
  ]);
});

test("a file that a row names is in its room, or named with its folder", () => {
  const document = "| `agent` | `run.ts` begins, `shared/chat/words.ts` says | store |\n| word | `none.ts` |";
  const files = ["lib/agent/loop/run.ts", "lib/shared/chat/words.ts", "lib/store/prompt.ts"];
  expect(misnamed(["lib/agent"], files, document)).toEqual([]);
  expect(misnamed(["lib/agent"], files, document.replace("run.ts", "prompt.ts"))).toEqual([
    "ARCHITECTURE.md: agent has no prompt.ts",
  ]);
});
