import { expect, test } from "vitest";
import { asText, byToolset, isSteady, sum } from "./shares";

const tool = (name: string, toolset: string, tokens = 1) => ({
  name,
  toolset,
  tokens,
  description: `Does ${name}`,
  schema: { type: "object" },
});

test("tools are grouped by toolset in request order", () => {
  const tools = [tool("a", "state"), tool("b", "web"), tool("c", "state")];
  expect(byToolset(tools).map(({ toolset, tools }) => [toolset, tools.map(({ name }) => name)])).toEqual([
    ["state", ["a", "c"]],
    ["web", ["b"]],
  ]);
});

test("only the clock counts as a part that changes, and the request is returned as one string", () => {
  expect(["identity", "state", "model", "clock"].filter((id) => isSteady({ id }))).toHaveLength(3);
  const parts = [{ id: "identity", title: "Identity", text: "You are", tokens: 2 }];
  expect(asText({ parts, tools: [tool("a", "state")] })).toMatch(/^You are\n\n\{\n {2}"name": "a"/);
  expect(sum([tool("a", "x", 3), tool("b", "x", 4)])).toBe(7);
});
