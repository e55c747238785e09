import { inject } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { connect } from "../connection.ts";
import { databaseName, withDatabase } from "./server.ts";

type TestDatabase = {
  url: string;
  /** Closes what the file has opened, and deletes the database. What is not dropped goes at the end of the run. */
  drop(): Promise<void>;
};

/**
 * An empty database with all migrations for one test file, which the code under test uses from now on. What an earlier file
 * of this process has left open is closed first.
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

/** The same, for what connects by itself. */
export async function anotherDatabase(): Promise<TestDatabase> {
  const { url, source, run } = inject("testServer");
  const name = databaseName(run);
  const execute = async (statement: string) => {
    const sql = connect(url, { max: 1, fetch_types: false });
    await sql.unsafe(statement).finally(() => sql.end());
  };
  await execute(`CREATE DATABASE ${name} ${source}`);
  return {
    url: withDatabase(url, name),
    drop: () => execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
