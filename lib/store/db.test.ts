import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { state } from "@/drizzle/schema";
import { addAgent } from "./agents/agent-making";
import { db, sql } from "./db";
import { notUnique } from "./not-unique";
import { testDatabase } from "./testing/database";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const newAgent = () => addAgent({ name: "Any" });

test.each([["1"], ["true"], ['{"a":1}'], ["null"], [1], [[1, "2"]], [{ a: "3" }]])(
  "reads JSON as it was written: %j",
  async (value) => {
    const agentId = await newAgent();
    await db().insert(state).values({ agentId, key: "k", value });
    const [row] = await db().select({ value: state.value }).from(state).where(eq(state.agentId, agentId));
    expect(row?.value).toEqual(value);
  },
);

test("throws the errors of the driver, without the parameters in the message", async () => {
  const agentId = await newAgent();
  const put = () => db().insert(state).values({ agentId, key: "secret-key", value: 1 });
  await put();
  const error = await put().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(postgres.PostgresError);
  expect(notUnique(error)).toEqual([null]);
  expect(String(error)).not.toContain("secret-key");
});

test("a statement in a transaction is undone with it, and prepared", async () => {
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
