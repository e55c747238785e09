import { expect, test } from "vitest";
import "@/lib/shared/i18n/german";
import { findLocaleBy } from "@/lib/shared/i18n/locale";
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
    ...(name === "get_state" && { title: "Look up a value" }),
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

test("texts match in English and in the language of the page", () => {
  findLocaleBy(() => "de");
  const inBoth = ["zustand", "state", "wert nachschlagen", "look up"].map(found);
  findLocaleBy(() => undefined);
  const state = [["state", "get_state", "set_state"]];
  expect(inBoth).toEqual([state, state, [["state", "get_state"]], [["state", "get_state"]]]);
});

test("toolsets are grouped by category, and an unknown category keeps its own name", () => {
  const other = { ...toolset("x", "X", []), category: "strange" };
  const groups = inCategories([...all, other]).map(({ title, toolsets }) => [title, toolsets.length]);
  expect(groups).toEqual([
    ["Data", 2],
    ["strange", 1],
  ]);
});
