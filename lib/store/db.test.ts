import { eq, sql as raw } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { revisions, state } from "@/drizzle/schema";
import { addAgent } from "./agents/agent-making";
import { asJson, db, prepareOnce, sql } from "./db";
import { notUnique } from "./not-unique";
import { testDatabase } from "./testing/database";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const newAgent = () => addAgent({ name: "Any" });

test.each([["1"], ["true"], ['{"a":1}'], ["null"], [1], [[1, "2"]], [{ a: "3" }]])(
  "db() reads JSON unchanged: %j",
  async (value) => {
    const agentId = await newAgent();
    await db().insert(state).values({ agentId, key: "k", value });
    const [row] = await db().select({ value: state.value }).from(state).where(eq(state.agentId, agentId));
    expect(row?.value).toEqual(value);
  },
);

test.each([[[]], [["a", "b c"]], [['"', "\\", "a,b", "{x}", "\n", "null", ""]]])(
  "db() reads an array unchanged: %j",
  async (origins) => {
    const agentId = await newAgent();
    const content = raw`'{}'::json`;
    await db()
      .insert(revisions)
      .values({
        ...{ agentId, kind: "state", name: "k", version: 1, content, author: "agent", live: true },
        origins: raw`array(select json_array_elements_text(${asJson(origins)}::json))`,
      });
    const [row] = await db()
      .select({ origins: revisions.origins })
      .from(revisions)
      .where(eq(revisions.agentId, agentId));
    expect(row?.origins).toEqual(origins);
  },
);

test("db() throws the driver's errors, whose messages do not contain the parameters", async () => {
  const agentId = await newAgent();
  const put = () => db().insert(state).values({ agentId, key: "secret-key", value: 1 });
  await put();
  const error = await put().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(postgres.PostgresError);
  expect(notUnique(error)).toEqual([null]);
  expect(String(error)).not.toContain("secret-key");
});

test("db() prepares a statement in a transaction and rolls it back", async () => {
  const agentId = await newAgent();
  const statements = await sql()
    .begin(async (tx) => {
      await db(tx).insert(state).values({ agentId, key: "k", value: 1 });
      const prepared =
        await tx`select statement from pg_prepared_statements where statement like 'insert into "state"%'`;
      expect(prepared.length).toBeGreaterThan(0);
      throw new Error("undo");
    })
    .catch((error: Error) => error.message);
  expect(statements).toBe("undo");
  expect(await db().select().from(state).where(eq(state.agentId, agentId))).toEqual([]);
});

test("prepareOnce builds a statement once, which reads in the given transaction", async () => {
  const agentId = await newAgent();
  const read = prepareOnce((on) =>
    on
      .select({ value: state.value })
      .from(state)
      .where(eq(state.agentId, raw.placeholder("agentId")))
      .prepare("read_state"),
  );
  expect(read()).toBe(read());
  await sql()
    .begin(async (tx) => {
      await db(tx).insert(state).values({ agentId, key: "k", value: 1 });
      expect(await read(tx).execute({ agentId })).toEqual([{ value: 1 }]);
      throw new Error("undo");
    })
    .catch((error: Error) => expect(error.message).toBe("undo"));
  expect(await read().execute({ agentId })).toEqual([]);
});
