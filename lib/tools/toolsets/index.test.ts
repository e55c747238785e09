import { describe, expect, test } from "vitest";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { findTool, toolsets } from "./index";

const all = toolsets.flatMap((toolset) =>
  Object.entries(toolset.tools).map(([name, tool]) => ({ name, tool, toolset })),
);

const nodes = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(nodes)] : [];

test("all built-in tools have unique names that every provider accepts", () => {
  const names = all.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]{2,63}$/);
  expect(findTool("no_such_tool")).toBeUndefined();
  expect(findTool("constructor")).toBeUndefined();
});

describe.each(toolsets.map((toolset) => [toolset.id, toolset] as const))("the toolset %s", (id, toolset) => {
  test("has a unique id, a title and at least one tool", () => {
    expect(toolsets.filter((other) => other.id === id)).toHaveLength(1);
    expect(toolset.title).toMatch(/\S/);
    expect(Object.keys(toolset.tools).length).toBeGreaterThan(0);
  });
});

describe.each(all.map((found) => [found.name, found] as const))("%s", (name, { tool }) => {
  test("has a description and an object schema without references", () => {
    expect(tool.description.length).toBeGreaterThan(5);
    for (const schema of [tool.inputSchema, tool.modelSchema ?? {}]) {
      expect(schema).toMatchObject({ type: "object" });
      expect(nodes(schema).filter((node) => Object.hasOwn(Object(node), "$ref"))).toEqual([]);
      expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    }
  });

  test("rejects a value that is not an object, and names a missing required field", () => {
    for (const nonsense of [null, undefined, "text", 7, true])
      expect(tool.check(nonsense)).toMatchObject({ ok: false, message: expect.stringMatching(/\w/) });
    const required = tool.inputSchema.required;
    if (Array.isArray(required) && required.length > 0)
      expect(tool.check({})).toMatchObject({ ok: false, message: expect.stringMatching(required.join("|")) });
  });

  test("has consistent facts about its effects in built-in-tools.ts, and a finite timeout", () => {
    const facts = factsOfTool(name);
    expect(Boolean(facts?.pauses)).toBe(tool.pauses);
    if (facts?.writes) expect(tool.hints.writes).not.toEqual([]);
    if (tool.hints.writes && !tool.pauses)
      expect(facts?.intent ?? "", `the intent of ${name} in built-in-tools.ts`).toMatch(/\w/);
    if (facts?.makesFor) expect(findTool(facts.makesFor)).toBeDefined();
    if (facts?.subject) {
      const fields = nodes(tool.inputSchema).flatMap((node) =>
        Object.keys(Object(Object(node).properties ?? {})),
      );
      expect(fields).toContain(facts.subject);
    }
    expect(tool.timeoutMs).toBeGreaterThan(0);
    expect(Number.isFinite(tool.timeoutMs)).toBe(true);
  });
});
