import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "./define";
import { findTool, toolsets } from "./index";
import { problemsIn } from "./input";

const messageOf = (name: string, input: unknown): string | null => {
  const checked = findTool(name)?.tool.check(input);
  if (!checked) throw new Error(`There is no tool ${name}`);
  return checked.ok ? null : checked.message;
};

const every = toolsets.flatMap(({ tools }) => Object.keys(tools));

test.each(every)("%s rejects an unknown field and names it", (name) => {
  expect(messageOf(name, { zzzzzzzz: 1 })).toContain("zzzzzzzz: unknown field.");
});

test.each([
  ["ask_user", { question: "Q", choices: ["a"] }, "choices: unknown field. Did you mean options?"],
  [
    "manage_cronjob",
    { action: "list", cron: "* * * * *" },
    "cron: unknown field. Did you mean cron_expression?",
  ],
  ["search", { query: "cats", type: "news" }, "to search the internet, call web_search"],
  ["search", { query: "cats", max_results: 3 }, "Here the field is limit"],
  ["browser_click", { selector: "a", selectors: "b" }, "selectors: unknown field."],
  ["list_ui_components", { name: "x" }, "name: unknown field."],
])("the error for %s %o names the nearest field or the right tool", (name, input, part) => {
  expect(messageOf(name, input)).toContain(part);
});

test.each(["where", "query", "criteria", "filtr", "filters"])(
  "db_query names filter as the nearest field of %s",
  (field) => {
    const input = { operation: "deleteMany", collection: "contacts", [field]: { name: "nobody" } };
    expect(messageOf("db_query", input)).toContain(`${field}: unknown field. Did you mean filter?`);
  },
);

test.each([
  [
    "manage_pulse",
    { action: "update_config", quiet_hours: [{ start: "22:00", end: "07:00", zone: "UTC" }] },
    "quiet_hours[0].zone",
  ],
  [
    "render_blocks",
    { blocks: [{ type: "markdown", content: "a", colour: "red" }] },
    "blocks[0].colour: unknown field",
  ],
  [
    "update_tool",
    { name: "a", edits: [{ find: "a", replace: "b", with: "c" }] },
    "edits[0].with: unknown field",
  ],
])("%s rejects an unknown field of a nested object", (name, input, part) => {
  expect(messageOf(name, input)).toContain(part);
});

test.each([
  ["generate_image", { prompt: "A cat", shortDescription: "A cat" }],
  ["manage_cronjob", { action: "create", name: "a", instruction: "b", cronExpression: "0 7 * * *" }],
  ["set_state", { key: "a", value: { any: { thing: 1 } } }],
  ["render_and_wait", { component: "board", props: { any: 1 } }],
  ["fetch_url", { url: "https://example.com", headers: { "x-any": "1" } }],
  ["fetch_url", { url: "https://example.com", method: "get" }],
])("%s accepts camelCase names, free-form objects and methods in any case", (name, input) => {
  expect(messageOf(name, input)).toBeNull();
});

describe("fields of another action", () => {
  test.each([
    ["manage_cronjob", { action: "list", name: "a" }, "name: list does not use it. It takes no other field."],
    [
      "manage_cronjob",
      { action: "toggle", job_id: crypto.randomUUID(), enabled: true },
      "enabled: toggle does not use it",
    ],
    [
      "manage_cronjob",
      { action: "update", job_id: crypto.randomUUID() },
      "update changes nothing. Give at least one of name",
    ],
    ["manage_trigger", { action: "delete" }, "delete needs `trigger_id`"],
    ["manage_pulse", { action: "get_config", notes: "a" }, "notes: get_config does not use it"],
    ["memory", { action: "forget", query: "a" }, "query: forget does not use it. It takes memory_id."],
    [
      "block",
      { operation: "append", label: "a", content: "b", new_content: "c" },
      "new_content: append does not use it",
    ],
    ["recall", { operation: "read", label: "a", content: "b" }, "content: read does not use it"],
    ["board", { action: "unpin", tile: "a", title: "b" }, "title: unpin does not use it"],
    ["code", { action: "execute", code: "1", task: "b" }, "task: execute does not use it"],
    ["edit_system_prompt", { operation: "append", content: "a", find: "b" }, "find: append does not use it"],
    [
      "whatsapp_manage_permission",
      { action: "revoke", phone_number: "+491701234567", can_read: true },
      "can_read: revoke does not use it",
    ],
  ])("%s %o is rejected", (name, input, part) => {
    expect(messageOf(name, input)).toContain(part);
  });

  test("every built-in tool with actions rejects fields that the action does not use", () => {
    // db_query is tested in lib/data/documents/work.test.ts.
    const all = toolsets
      .flatMap(({ tools }) => Object.entries(tools))
      .filter(([name]) => name !== "db_query");
    const undeclared = all.flatMap(([name, { inputSchema }]) => {
      const properties = inputSchema.properties as Record<string, { enum?: string[] }>;
      const selector = ["action", "operation"].find((field) => properties?.[field]?.enum);
      const actions = (selector && properties[selector]?.enum) || [];
      const refused = actions.filter((action) => {
        const every = Object.fromEntries(Object.keys(properties).map((field) => [field, "x"]));
        return /does not use it/.test(messageOf(name, { ...every, [selector ?? ""]: action }) ?? "");
      });
      return refused.length > 0 || actions.length === 0 ? [] : [name];
    });
    expect(undeclared).toEqual([]);
  });
});

describe("tools with a JSON Schema, such as MCP tools", () => {
  const listed = { type: "object", properties: { city: { type: "string" } } };

  test.each([
    ["properties", listed, { town: 1 }, "town: unknown field. Other fields: city."],
    [
      "additionalProperties false",
      { ...listed, additionalProperties: false },
      { cty: 1 },
      "Did you mean city?",
    ],
    ["array items", { properties: { all: { items: listed } } }, { all: [{ city: "a", b: 1 }] }, "all[0].b"],
    [
      "a reference",
      { $defs: { a: listed }, properties: { x: { $ref: "#/$defs/a" } } },
      { x: { b: 1 } },
      "x.b",
    ],
    [
      "the nearest alternative of oneOf",
      { oneOf: [listed, { properties: { id: {}, of: {} } }] },
      { id: 1, off: 2 },
      "off: unknown field. Did you mean of?",
    ],
  ])("names the unknown field: %s", (_, schema, input, part) => {
    expect(problemsIn(schema, input, null)).toContain(part);
  });

  test.each([
    ["additionalProperties true", { ...listed, additionalProperties: true }],
    ["additionalProperties with a schema", { ...listed, additionalProperties: {} }],
    ["patternProperties", { ...listed, patternProperties: { "^x": {} } }],
    ["no properties", { type: "object" }],
    ["empty properties", { type: "object", properties: {} }],
    ["properties in allOf", { allOf: [listed, { properties: { town: {} } }] }],
    ["properties in anyOf", { ...listed, anyOf: [{ required: ["city"] }, { properties: { town: {} } }] }],
    ["a reference to another document", { $ref: "https://example.com/schema" }],
    ["a reference to itself", { $defs: { a: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" }],
  ])("accepts other fields: %s", (_, schema) => {
    expect(problemsIn(schema, { town: 1 }, null)).toBeNull();
  });
});

test("checks an input of many items against a schema of many shapes in limited time", () => {
  const shapes = Array.from({ length: 150 }, (_, n) => ({ properties: { [`p${n}`]: {} } }));
  const schema = { properties: { all: { items: { anyOf: shapes } } } };
  const began = process.cpuUsage();
  problemsIn(schema, { all: Array.from({ length: 50_000 }, () => ({ a: {} })) }, null);
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_500);
});

test("applies a preprocessing step of a schema before it looks for unknown fields", () => {
  const item = z.preprocess(
    (value) => (typeof value === "object" && value ? { name: Object.values(value)[0] } : value),
    z.object({ name: z.string() }),
  );
  const tool = defineTool({
    description: "",
    input: z.object({ all: z.array(item) }),
    execute: async () => null,
  });
  expect(tool.check({ all: [{ label: "a" }] })).toEqual({ ok: true, value: { all: [{ name: "a" }] } });
});
