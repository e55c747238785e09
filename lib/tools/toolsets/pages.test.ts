import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeSandbox } from "@/lib/code/tools/testing/sandbox";
import { resolveAgent } from "@/lib/store/agents/agents";
import { readText, writeText } from "@/lib/store/agents/identity";
import { write } from "@/lib/store/agents/state";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { callTool } from "./call";
import { findTool } from "./index";
import { page } from "./pages";

fakeSandbox();

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const cause = { conversationId: "c", messageId: "m", runId: "r", toolCallId: "t" };
const by = { author: "agent", cause } as const;

async function call(name: string, input: object) {
  const found = findTool(name);
  if (!found) throw new Error(`There is no ${name}`);
  const signal = new AbortController().signal;
  const done = await callTool(name, found.tool, input, { agentId, ...cause, signal });
  if (!done.ok) throw new Error(done.error);
  return done.output as Record<string, unknown> & { next_offset?: number };
}

/** Reads all pages of a result. Returns the joined text, the number of pages and the last page. */
async function whole(name: string, input: object, field: string) {
  let text = "";
  for (let offset: number | undefined, pages = 1; ; pages++) {
    const output = await call(name, { ...input, ...(offset !== undefined && { offset }) });
    expect(output).not.toHaveProperty("truncated");
    text += output[field];
    offset = output.next_offset;
    if (offset === undefined) return { text, pages, last: output };
  }
}

/** A text of this length, which is several times longer as JSON. */
const long = (length: number) => `${'é"\n\u0001\u{1f600}'.repeat(length)}`.slice(0, length);

test.each(["system_prompt", "learned_notes"] as const)(
  "reads the longest %s completely, page by page",
  async (kind) => {
    const text = long(100_000).toWellFormed();
    const { version } = await writeText(agentId, kind, () => text, by);
    const read = await whole(`read_${kind}`, {}, kind === "system_prompt" ? "prompt" : "notes");
    expect(read.text === text).toBe(true);
    expect(read.last.version).toBe(version);
    expect(read.pages).toBeGreaterThan(2);
  },
);

test("reads the longest tool completely, page by page, with its version", async () => {
  const code = `return "${"x\\n".repeat(66_000)}"`;
  const fields = { name: "long", description: "d", parameter_schema: { type: "object" }, code };
  await call("create_tool", fields);
  const read = await whole("read_tool", { name: "long" }, "code");
  expect(read.text === code).toBe(true);
  expect(read.last).toMatchObject({ version: 1, enabled: true, parameter_schema: { type: "object" } });
});

test("reads the longest component completely, with a long schema appended to the code", async () => {
  const code = long(190_000).toWellFormed();
  const schema = { type: "object", description: "y".repeat(90_000) };
  await sql()`
    insert into components (agent_id, name, version, description, code, props_schema)
    values (${agentId}, 'Long', 1, 'd', ${code}, ${JSON.stringify(schema)}::json)`;
  const read = await whole("read_ui_component", { name: "Long" }, "code");
  expect(read.text === `${code}\n/* props_schema: */ ${JSON.stringify(schema)}`).toBe(true);
  expect(read.last).toMatchObject({ name: "Long", version: 1 });
});

test("reads the largest value completely, and distinguishes a null value from a missing key", async () => {
  const value = { list: Array.from({ length: 5_000 }, (_, n) => ({ n, text: long(50).toWellFormed() })) };
  await write(agentId, "large", value, by);
  await write(agentId, "nothing", null, by);
  const read = await whole("get_state", { key: "large" }, "value_json");
  expect(JSON.parse(read.text)).toEqual(value);
  expect(await call("get_state", { key: "nothing" })).toEqual({ value: null });
  expect(await call("get_state", { key: "missing" })).toEqual({ value: null, exists: false });
});

test("an edit that changes nothing creates no new version, and its result notes that", async () => {
  await writeText(agentId, "learned_notes", () => "Tea.", by);
  const { version } = await readText(agentId, "learned_notes");
  const same = { operation: "find_replace", find: "Tea", replace: "Tea" };
  expect(await call("edit_learned_notes", same)).toEqual({
    version,
    note: expect.stringContaining("no new version"),
  });
  expect(await call("update_tool", { name: "long", description: "d" })).toMatchObject({
    version: 1,
    note: expect.stringContaining("no new version"),
  });
  expect(await call("edit_learned_notes", { operation: "append", content: "Milk." })).toEqual({
    version: version + 1,
  });
  expect((await readText(agentId, "learned_notes")).content).toBe("Tea.\nMilk.");
});

test("ends a page only between whole characters", () => {
  const text = "\u{1f600}".repeat(50_000);
  const first = page(text, 0);
  expect(first.text.isWellFormed()).toBe(true);
  expect(page(text, text.length + 5)).toEqual({ text: "", rest: {} });
});
