import { expect, test } from "vitest";
import type { ToolPart } from "./parts";
import { sentenceOf } from "./tool-sentence";

const asked = (output: unknown): ToolPart => ({
  ...{ toolCallId: "c", toolName: "db_sql", state: "output-available", input: { sql: "…" }, output },
  ...{ errorText: undefined, isApproved: undefined, edited: undefined },
});

test("sentenceOf describes a call of db_sql by its changes, or as a query if it can change nothing", () => {
  const textOf = (output: unknown) => sentenceOf(asked(output)).words;
  expect(textOf({ changes: 42, last_insert_rowid: 0, done: "Deleted 42 rows of expenses" })).toBe(
    "Deleted 42 rows of expenses",
  );
  expect(
    textOf({ columns: ["n"], rows: [[1]], row_count: 1, truncated: false, done: "Added 1 row to t" }),
  ).toBe("Added 1 row to t");
  expect(textOf({ changes: 0, last_insert_rowid: 0 })).toBe("Changed nothing in its database");
  expect(textOf({ columns: [], rows: [], row_count: 0, truncated: false })).toBe("Asked its database");
});
