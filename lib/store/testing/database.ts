import type { Sql } from "postgres";
import { inject } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { connect } from "../connection.ts";
import { databaseName, withDatabase } from "./server.ts";

type TestDatabase = {
  url: string;
  /**
   * Closes everything that the test file has opened, and drops the database. A database that was not dropped
   * is removed at the end of the test run.
   */
  drop(): Promise<void>;
};

/**
 * Creates an empty migrated database for one test file and sets DATABASE_URL to it. Closes what an earlier
 * file of this process left open.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, drop } = await anotherDatabase();
  await closeAll();
  process.env.DATABASE_URL = url;
  return {
    url,
    async drop() {
      await closeAll();
      delete process.env.DATABASE_URL;
      await drop();
    },
  };
}

/** The test files of a process share this connection, because connecting takes longer than their statements. */
let admin: Sql | undefined;
const IDLE_S = 10;

/** Like `testDatabase`, for tests that connect themselves. */
export async function anotherDatabase(): Promise<TestDatabase> {
  const { url, source, run } = inject("testServer");
  const name = databaseName(run);
  admin ??= connect(url, { max: 1, idle_timeout: IDLE_S });
  const execute = (statement: string) => admin?.unsafe(statement);
  await execute(`CREATE DATABASE ${name} ${source}`);
  return {
    url: withDatabase(url, name),
    drop: async () => void (await execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}
