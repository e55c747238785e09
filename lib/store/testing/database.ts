import { inject } from "vitest";
import { connect } from "../connection.ts";
import { databaseName, withDatabase } from "./server.ts";

/** An empty database with all migrations, for one test file. Whatever is not dropped goes at the end of the run. */
export async function testDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { url, template, run } = inject("testServer");
  const name = databaseName(run);
  const execute = async (statement: string) => {
    const sql = connect(url, { max: 1, fetch_types: false });
    await sql.unsafe(statement).finally(() => sql.end());
  };
  await execute(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: withDatabase(url, name),
    drop: () => execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
