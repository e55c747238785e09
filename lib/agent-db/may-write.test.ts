import { expect, test } from "vitest";
import { mayWrite } from "./may-write";

test.each([
  "SELECT replace(name, 'a', 'b') FROM people WHERE note = 'drop it'",
  "SELECT created_at, inserted FROM notes WHERE text = 'Delete; DROP TABLE x --'",
  'SELECT "update", [delete] FROM t -- then drop it\n',
  "WITH a AS (SELECT 1) SELECT * FROM a /* delete */",
])("it only reads: %s", (sql) => {
  expect(mayWrite(sql)).toBe(false);
});

test.each([
  "INSERT INTO notes (text) VALUES (?)",
  "CREATE TABLE IF NOT EXISTS prices (day TEXT, amount REAL)",
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
])("it may write: %s", (sql) => {
  expect(mayWrite(sql)).toBe(true);
});
