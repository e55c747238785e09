import { expect, test } from "vitest";
import { firstRule, slugOf, withForm, withOwner } from "./draft";

test("an address is made of the letters and digits of a title", () => {
  expect(slugOf("Wer bringt was? Größe & Menge")).toBe("wer-bringt-was-grosse-menge");
  expect(slugOf("  —  ")).toBe("");
  expect(slugOf("x".repeat(80))).toHaveLength(60);
});

test("visitors first see all rows that the component reads, and change only their own", () => {
  const table = {
    name: "guests",
    columns: ["id", "name", "visitor"],
    key: ["id"],
    isRead: true,
    isWritten: true,
  };
  expect(firstRule(table)).toEqual({
    ...{ table: "guests", read: "all", readable: ["id", "name"], insert: true, insertable: ["name"] },
    ...{ change: "own", changeable: ["name"], remove: "own", owner: "visitor" },
  });
  expect(firstRule({ ...table, isWritten: false })).toMatchObject({
    insert: false,
    change: "none",
    owner: null,
  });
});

test("a rule names the column of the visitor only if it needs it", () => {
  const rule = firstRule({ name: "t", columns: ["a"], key: [], isRead: true, isWritten: false });
  expect(withOwner({ ...rule, change: "own" }).owner).toBe("visitor");
  expect(withOwner({ ...rule, change: "all", owner: "visitor" }).owner).toBeNull();
});

test("answers go to a table whose rows visitors may add, but not see", () => {
  const table = { name: "answers", columns: ["id", "text"], key: ["id"], isRead: false, isWritten: false };
  const plan = { tables: [table] };
  const added = withForm([], plan, "answers");
  expect(added).toMatchObject({
    form: "answers",
    tables: [{ table: "answers", read: "none", insert: true, insertable: ["text"], owner: "visitor" }],
  });
  const seen = firstRule({ ...table, isRead: true });
  expect(withForm([seen], plan, "answers").tables).toEqual([
    { ...seen, insert: true, insertable: ["text"], owner: "visitor" },
  ]);
  expect(withForm(added.tables, plan, "").form).toBeNull();
});
