import { afterAll, expect, test } from "vitest";
import { connect } from "../connection";
import { anotherDatabase } from "./database";

const [first, second] = await Promise.all([anotherDatabase(), anotherDatabase()]);

afterAll(async () => {
  await first.drop();
  await second.drop();
});

test("test databases are migrated and independent of each other", async () => {
  const one = connect(first.url, { max: 1 });
  const other = connect(second.url, { max: 1 });
  await one`CREATE TABLE only_here (id int)`;
  const tables = await other`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`;
  expect(tables.map((row) => row.table_name)).toContain("conversations");
  expect(tables.map((row) => row.table_name)).not.toContain("only_here");
  await one.end();
  await other.end();
});
