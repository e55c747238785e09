import { describe, expect, it } from "vitest";
import { type Page, page } from "@/lib/shared/data/bodies";
import type { Cell } from "@/lib/shared/data/cell";
import { browse } from "./browse";
import { addTableRows, changeRow, removeRows } from "./edit";
import { lab } from "./testing/lab";

const { agentId, sql } = await lab();
const see = (table: string, asked: Partial<Page> = {}) =>
  browse(agentId, table, { ...page.parse({}), ...asked });
const change = (table: string, key: Record<string, Cell>, set: Record<string, Cell>, was = {}) =>
  changeRow(agentId, table, { key, set, was });

const odd = 'a "b" ; c';
await sql(`
  CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL COLLATE NOCASE, size REAL, raw BLOB, any,
    twice GENERATED ALWAYS AS (size * 2));
  CREATE TABLE "a ""b"" ; c" ("x'y" TEXT, "rowid" TEXT, "%" INT);
  CREATE TABLE pairs (a TEXT, b INT, v TEXT, PRIMARY KEY (b, a)) WITHOUT ROWID;
  CREATE TABLE codes (code TEXT PRIMARY KEY, v TEXT);
  CREATE VIEW large AS SELECT title, size FROM notes WHERE size > 1;
  CREATE TABLE stern (n INTEGER CHECK (n < 10), UNIQUE (n));
  CREATE TABLE hidden (rowid, _rowid_, oid);
  CREATE VIRTUAL TABLE found USING fts5(body);
  INSERT INTO found VALUES ('one two')`);
const wide = Array.from({ length: 200 }, (_, at) => `"column ${at}"`);
await sql(`CREATE TABLE wide (${wide.join(", ")})`);
await sql(`INSERT INTO wide ("column 7", "column 199") VALUES ('needle', ?)`, "x".repeat(5_000));

describe("browsing", () => {
  it("sorts, filters and pages, with the key of every row", async () => {
    await addTableRows(
      agentId,
      "notes",
      ["b", "a", "C", "50%"].map((title, at) => ({ title, size: at, any: at % 2 ? "odd" : null })),
    );
    const first = await see("notes", { sort: "title", limit: 2 });
    expect(first).toMatchObject({
      columns: ["id", "title", "size", "raw", "any", "twice"],
      rows: [
        [4, "50%", 3, null, "odd", 6],
        [2, "a", 1, null, "odd", 2],
      ],
      key: ["id"],
      keys: [[4], [2]],
      editable: ["id", "title", "size", "raw", "any"],
      total: 4,
    });
    const titles = async (asked: Partial<Page>) => (await see("notes", asked)).rows.map(([, title]) => title);
    expect(await titles({ sort: "title", limit: 2, offset: 2 })).toEqual(["b", "C"]);
    expect(await titles({ sort: "size", direction: "desc", limit: 1 })).toEqual(["50%"]);
    expect(await titles({ filter: "0%" })).toEqual(["50%"]);
    expect(await titles({ filter: "ODD" })).toEqual(["a", "50%"]);
    await sql("UPDATE notes SET any = 'Äpfel ÖL' WHERE title = 'b'");
    for (const filter of ["äpfel", "ÄPFEL", "öl", "Öl"])
      expect(await titles({ filter }), filter).toEqual(["b"]);
    await sql("UPDATE notes SET any = NULL WHERE title = 'b'");
    expect(await titles({ where: [{ column: "any", op: "null" }] })).toEqual(["b", "C"]);
    expect(
      await titles({
        where: [
          { column: "size", op: ">=", value: 1 },
          { column: "size", op: "<", value: "3" },
          { column: "any", op: "!=", value: "odd" },
        ],
      }),
    ).toEqual(["C"]);
    expect(await titles({ where: [{ column: "title", op: "=", value: "c" }], filter: "c" })).toEqual(["C"]);
    for (const asked of [{ sort: "nope" }, { where: [{ column: "nope", op: "null" as const }] }])
      await expect(see("notes", asked)).rejects.toMatchObject({ code: "invalid" });
  });

  it("shows views, odd names, two hundred columns and tables without a key", async () => {
    expect(await see("large")).toMatchObject({
      rows: [
        ["C", 2],
        ["50%", 3],
      ],
      key: [],
      keys: [],
      editable: [],
    });
    await sql(`INSERT INTO "a ""b"" ; c" VALUES ('x', 'y', 1)`);
    const names = ["x'y", "rowid", "%"];
    expect(await see(odd, { sort: "x'y", filter: "Y" })).toMatchObject({
      columns: names,
      key: ["_rowid_"],
      keys: [[1]],
    });
    expect(await see("wide", { filter: "needle" })).toMatchObject({ total: 1, key: ["rowid"], keys: [[1]] });
    expect((await see("hidden")).editable).toEqual([]);
    expect(await see("found")).toMatchObject({ columns: ["body"], rows: [["one two"]], editable: [] });
    for (const name of ["nope", "sqlite_schema", "found_data", ""])
      await expect(see(name), name).rejects.toMatchObject({ code: "not_found" });
  });

  it("clips long texts and omits blobs", async () => {
    await sql("CREATE TABLE long (t, b)");
    await sql(
      "INSERT INTO long VALUES (?, zeroblob(5000000)), (?, x'')",
      "é".repeat(1_001),
      "é".repeat(1_000),
    );
    expect((await see("long")).rows).toEqual([
      [{ $text: "é".repeat(1_000), length: 1_001 }, { $size: 5_000_000 }],
      ["é".repeat(1_000), { $size: 0 }],
    ]);
  });
});

describe("editing", () => {
  it("changes a cell that is unchanged since it was read, and otherwise returns the current value", async () => {
    const { row, key } = await change("notes", { id: 2 }, { title: "z", size: 1.5 }, { title: "a", size: 1 });
    expect([row, key]).toEqual([
      { id: 2, title: "z", size: 1.5, raw: null, any: "odd", twice: 3 },
      { id: 2 },
    ]);
    const late = change("notes", { id: 2 }, { title: "late" }, { title: "a" });
    await expect(late).rejects.toMatchObject({
      code: "conflict",
      details: { row: { title: "z", size: 1.5 } },
    });
    const gone = change("notes", { id: 99 }, { title: "late" });
    await expect(gone).rejects.toMatchObject({ code: "conflict", details: { row: null } });
    expect((await change("notes", { id: 2 }, { id: 20 }, { id: 2 })).key).toEqual({ id: 20 });
  });

  it("distinguishes values that SQLite considers equal", async () => {
    await sql("CREATE TABLE kinds (id INTEGER PRIMARY KEY, v, t TEXT COLLATE NOCASE, n NUMERIC)");
    const alike: Cell[][] = [
      [null, 0, ""],
      [5, "5", { $blob: "NQ==" }],
      [1.5, "1.5"],
      [{ $integer: "9223372036854775807" }, 2 ** 63, { $integer: "9223372036854775806" }],
      [{ $real: "Infinity" }, 1e300],
      ["a", "A", "a ", "a\0b"],
    ];
    for (const values of alike)
      for (const now of values) {
        await sql("INSERT OR REPLACE INTO kinds VALUES (1, ?, 'a', 0)", now);
        for (const was of values.filter((other) => other !== now)) {
          const late = change("kinds", { id: 1 }, { n: 1 }, { v: was });
          await expect(late, JSON.stringify([now, was])).rejects.toMatchObject({ code: "conflict" });
        }
        await change("kinds", { id: 1 }, { n: 1 }, { v: now });
      }
    await expect(change("kinds", { id: 1 }, { n: 2 }, { t: "A" })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(change("kinds", { id: 1 }, { t: "b" }, { n: "1" })).rejects.toMatchObject({
      code: "conflict",
    });
    await sql("UPDATE kinds SET v = 2.0");
    expect((await change("kinds", { id: 1 }, { n: 3 }, { v: 2 })).row.n).toBe(3);
  });

  it("edits rows by every kind of key", async () => {
    await addTableRows(agentId, "pairs", [
      { a: "x", b: 1, v: "1" },
      { a: "x", b: 2, v: "2" },
    ]);
    expect((await see("pairs")).keys).toEqual([
      [1, "x"],
      [2, "x"],
    ]);
    await change("pairs", { a: "x", b: 2 }, { v: "two" }, { v: "2" });
    expect((await see("pairs")).rows).toEqual([
      ["x", 1, "1"],
      ["x", 2, "two"],
    ]);
    await change(odd, { _rowid_: 1 }, { rowid: "z", "%": 2 }, { "x'y": "x" });
    expect((await see(odd)).rows).toEqual([["x", "z", 2]]);
    await addTableRows(agentId, "codes", [{ code: null }, { code: null, v: "2" }, { code: "a" }]);
    await change("codes", { rowid: 2 }, { v: "second" });
    await change("codes", { code: "a" }, { v: "third" });
    expect((await see("codes")).rows).toEqual([
      [null, null],
      [null, "second"],
      ["a", "third"],
    ]);
    const two = change("codes", { code: null }, { v: "x" });
    await expect(two).rejects.toMatchObject({ code: "conflict" });
  });

  it("restores a deleted row exactly", async () => {
    const before = await see("notes");
    const { rows } = await removeRows(agentId, "notes", [{ id: 20 }, { id: 1 }]);
    expect((await see("notes")).total).toBe(before.total - 2);
    await addTableRows(agentId, "notes", rows);
    expect(await see("notes")).toEqual(before);
    const unnamed = await removeRows(agentId, "wide", [{ rowid: 1 }]);
    expect((await addTableRows(agentId, "wide", unnamed.rows)).keys).toEqual([[1]]);
    await expect(removeRows(agentId, "wide", [{ rowid: 9 }])).rejects.toMatchObject({ code: "not_found" });
  });

  it("rejects an invalid change and changes nothing", async () => {
    const invalid: [string, () => Promise<unknown>][] = [
      ["computed", () => change("notes", { id: 1 }, { twice: 1 })],
      ["not a column", () => change("notes", { id: 1 }, { nope: 1 })],
      ["not a column", () => change("notes", { id: 1 }, { size: 1 }, { nope: 1 })],
      ['must be exactly "id"', () => change("notes", {}, { size: 1 })],
      ['must be exactly "id"', () => change("notes", { id: 1, size: 0 }, { size: 1 })],
      ["NOT NULL", () => change("notes", { id: 1 }, { title: null })],
      ["datatype mismatch", () => change("notes", { id: 1 }, { id: "x" })],
      ["view", () => change("large", { size: 2 }, { size: 1 })],
      ["view", () => addTableRows(agentId, "large", [{ title: "x" }])],
      ["no key", () => removeRows(agentId, "hidden", [{ rowid: 1 }])],
      ["CHECK", () => addTableRows(agentId, "stern", [{ n: 1 }, { n: 11 }])],
      ["UNIQUE", () => addTableRows(agentId, "stern", [{ n: 1 }, { n: 1 }])],
    ];
    for (const [message, work] of invalid)
      await expect(work(), message).rejects.toMatchObject({ message: expect.stringContaining(message) });
    expect((await see("stern")).total).toBe(0);
    expect((await addTableRows(agentId, "stern", [{}])).rows).toEqual([[null]]);
  });
});
