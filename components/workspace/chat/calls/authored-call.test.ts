import { expect, it } from "vitest";
import { authoredItem, isUpdate, updatedContent } from "./authored-call";

it("authoredItem returns kind and name of the item that a call writes", () => {
  expect(authoredItem("edit_system_prompt", { operation: "append" })).toEqual({
    kind: "system_prompt",
    name: "system_prompt",
  });
  expect(authoredItem("update_tool", { name: "scale" })).toEqual({ kind: "tool", name: "scale" });
  expect(authoredItem("set_state", { key: "a", value: 1 })).toEqual({ kind: "state", name: "a" });
  const unpinned = { board: "Week", address: "/board/b1" };
  expect(authoredItem("board", { action: "unpin", tile: "t1" }, unpinned)).toEqual({
    kind: "board",
    name: "b1",
  });
});

it("authoredItem returns undefined for other calls, tools with odd names and calls without a name", () => {
  expect(authoredItem("get_state", { key: "a" })).toBeUndefined();
  expect(authoredItem("constructor", {})).toBeUndefined();
  expect(authoredItem("board", { action: "list" }, { boards: [] })).toBeUndefined();
  expect(authoredItem("update_tool", { name: 7 })).toBeUndefined();
});

it("updatedContent applies an update to the given fields only", () => {
  expect(isUpdate("update_tool")).toBe(true);
  expect(isUpdate("create_tool")).toBe(false);
  const before = { description: "Scales", code: "return 1", limits: null };
  expect(updatedContent({ name: "scale", code: "return 2", version: 3 }, before)).toEqual({
    ...before,
    code: "return 2",
  });
});

it("updatedContent applies edits to the code, or changes nothing if they do not fit", () => {
  const before = { description: "Scales", code: "return 1", limits: null };
  const edits = [{ find: "1", replace: "2" }];
  expect(updatedContent({ name: "scale", edits, description: "More" }, before)).toEqual({
    ...before,
    description: "More",
    code: "return 2",
  });
  for (const odd of [[{ find: "3", replace: "2" }], [{ find: 1 }], "return 2", null])
    expect(updatedContent({ name: "scale", edits: odd, description: "More" }, before)).toEqual(before);
});
