import { expect, test } from "vitest";
import { overwrites } from "./overwrites";

test.each([
  "SELECT replace(name, 'a', 'b') FROM people WHERE note = 'drop it'",
  "INSERT INTO notes (text) VALUES ('Delete; DROP TABLE x --')",
  "CREATE TABLE IF NOT EXISTS prices (day TEXT, amount REAL); INSERT INTO prices VALUES (?, ?)",
  'SELECT "update", [delete] FROM t -- then drop it\n',
  "WITH a AS (SELECT 1) SELECT * FROM a /* delete */",
])("what was there stays: %s", (sql) => {
  expect(overwrites(sql)).toBe(false);
});

test.each([
  "DELETE FROM people",
  "drop table people",
  "WITH a AS (SELECT 1) DELETE FROM people",
  "SELECT 1; UPDATE people SET name = ''",
  "INSERT OR REPLACE INTO people VALUES (1)",
  "REPLACE INTO people VALUES (1)",
  "INSERT INTO people VALUES (1) ON CONFLICT DO UPDATE SET name = ''",
  "ALTER TABLE people RENAME TO persons",
  "PRAGMA writable_schema = 1",
  "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END",
  "SELECT 1 -- '\n; DELETE FROM people --'",
  "SELECT '/*'; DELETE FROM people; SELECT '*/'",
  "SELECT 'it''s'; DELETE FROM people; SELECT ''",
])("what was there may change: %s", (sql) => {
  expect(overwrites(sql)).toBe(true);
});
