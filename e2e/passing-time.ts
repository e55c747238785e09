import type postgres from "postgres";
import { connect } from "../lib/store/connection.ts";
import { launch } from "../lib/store/embedded/launch.ts";

/** Changes the database of a data folder as if time had passed, with or without a running server. */
export async function timePasses(
  dataDir: string,
  shift: (sql: postgres.Sql) => Promise<unknown>,
): Promise<void> {
  const database = await launch({ dataDir, log: () => {} });
  const sql = connect(database.url, { max: 1 });
  await shift(sql);
  const [agent] = await sql<{ id: string }[]>`select id from agents limit 1`;
  const notices = [{ type: "jobs", agent: agent?.id }];
  await sql`select pg_notify('easel', ${JSON.stringify({ from: "a test", notices })})`;
  await sql.end();
  await database.stop();
}
