import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql as raw } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { resolveAgent } from "./agents/agents";
import { asJson, db, sql } from "./db";
import { testDatabase } from "./testing/database";

const { drop } = await testDatabase();
afterAll(drop);

const HOSTILE = { "k\0": "a\0b", half: ["\ud83d", "\ude00x"], whole: "\u{1f600}", text: "\\u0000 \\ud83d" };
const CLEAN = {
  "k\ufffd": "a\ufffdb",
  half: ["\ufffd", "\ufffdx"],
  whole: "\u{1f600}",
  text: "\\u0000 \\ud83d",
};

const agentId = await resolveAgent();

const DOORS: Record<string, (key: string) => Promise<unknown>> = {
  "asJson as a parameter": (key) =>
    sql()`insert into state (agent_id, key, value) values (${agentId}, ${key}, ${asJson(HOSTILE)}::json)`,
  "JSON.stringify as a parameter": (key) =>
    sql()`insert into state (agent_id, key, value) values (${agentId}, ${key}, ${JSON.stringify(HOSTILE)}::json)`,
  "asJson inside of asJson": (key) => sql()`
    insert into state (agent_id, key, value)
    select ${agentId}, ${key}, t.value::json from json_to_recordset(${asJson([{ value: asJson(HOSTILE) }])}::json) as t(value text)`,
  "a statement of drizzle": (key) =>
    db().execute(
      raw`insert into state (agent_id, key, value) values (${agentId}, ${key}, ${JSON.stringify(HOSTILE)}::json)`,
    ),
};

test.each(Object.entries(DOORS))(
  "JSON with U+0000 and lone surrogates is readable after %s",
  async (key, write) => {
    await write(key);
    const [row] = await sql()`
    select value, value::jsonb as binary, value->>'text' as text from state where agent_id = ${agentId} and key = ${key}`;
    expect(row).toEqual({ value: CLEAN, binary: CLEAN, text: HOSTILE.text });
  },
);

test("the driver replaces U+0000 in a text parameter with U+FFFD", async () => {
  expect(await sql()`select ${"a\0b"}::text as text`).toEqual([{ text: "a\ufffdb" }]);
});

test("the migration repairs stored JSON that `->>` could not read", async () => {
  const stored = `{"k\\u0000":"a\\u0000\\u0000b","half":["\\ud83d","\\ude00x"],"back":"\\\\\\u0000","text":"\\\\u0000 \\\\ud83d","whole":"\\ud83d\\ude00"}`;
  await sql().unsafe(
    `insert into state (agent_id, key, value) values ('${agentId}', 'old', '${stored}'::json)`,
  );
  const read = () => sql()`select value->>'half' as half, value::jsonb as value from state where key = 'old'`;
  await expect(read()).rejects.toThrow();
  const file = join(import.meta.dirname, "../../drizzle/migrations/0044_storable_json.sql");
  await sql().begin(async (tx) => {
    for (const statement of readFileSync(file, "utf8").split("--> statement-breakpoint"))
      await tx.unsafe(statement);
  });
  expect(await read()).toEqual([
    {
      half: '["\ufffd","\ufffdx"]',
      value: {
        ...{ "k\ufffd": "a\ufffd\ufffdb", half: ["\ufffd", "\ufffdx"], back: "\\\ufffd" },
        ...{ text: "\\u0000 \\ud83d", whole: "\u{1f600}" },
      },
    },
  ]);
});
