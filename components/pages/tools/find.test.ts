import { expect, test } from "vitest";
import type { ToolsetView } from "@/lib/shared/tools/view";
import { findTools, inCategories } from "./find";

const toolset = (id: string, title: string, names: string[]): ToolsetView => ({
  id,
  title,
  category: "data",
  mode: "on",
  available: true,
  instructions: "",
  tools: names.map((name) => ({
    name,
    description: `Does ${name}`,
    inputSchema: {},
    policy: "allow",
    enabled: true,
    pauses: false,
  })),
});
const all = [toolset("state", "State", ["get_state", "set_state"]), toolset("web", "Web", ["fetch_url"])];
const found = (text: string) =>
  findTools(all, text).map(({ id, tools }) => [id, ...tools.map((t) => t.name)]);

test("each word must match a name or description; a toolset that matches keeps all its tools", () => {
  expect(found("")).toHaveLength(2);
  expect(found("STATE")).toEqual([["state", "get_state", "set_state"]]);
  expect(found("does url")).toEqual([["web", "fetch_url"]]);
  expect(found("set_")).toEqual([["state", "set_state"]]);
  expect(found("zeppelin")).toEqual([]);
});

test("toolsets are grouped by category, and an unknown category keeps its own name", () => {
  const other = { ...toolset("x", "X", []), category: "strange" };
  const groups = inCategories([...all, other]).map(({ title, toolsets }) => [title, toolsets.length]);
  expect(groups).toEqual([
    ["Data", 2],
    ["strange", 1],
  ]);
});
