import { describe, expect, it } from "vitest";
import { changeOf, fieldsOf, filterOf, readValue } from "./fields";
import { documentsOf } from "./import";

const file = (text: string, name = "a.json") => new File([text], name);

describe("a document in a table", () => {
  it("has its fields as columns, with a generated id last", () => {
    expect(
      fieldsOf([
        { _id: 1, a: 1 },
        { _id: 2, b: 1 },
      ]),
    ).toEqual(["_id", "a", "b"]);
    expect(fieldsOf([{ _id: "0".repeat(24), a: 1 }])).toEqual(["a", "_id"]);
  });

  it.each([
    ["7", "x", { value: "7" }],
    ["7", 1, { value: 7 }],
    ["seven", 1, { problem: expect.stringContaining("number") }],
    ["007", undefined, { value: "007" }],
    ["12345678901234567890", undefined, { value: "12345678901234567890" }],
    ["true", undefined, { value: true }],
    ["yes", false, { problem: expect.stringContaining("true or false") }],
    ["2026-01-31", { $date: "2025-01-01T00:00:00.000Z" }, { value: { $date: "2026-01-31T00:00:00.000Z" } }],
    ["soon", { $date: "2025-01-01T00:00:00.000Z" }, { problem: expect.stringContaining("time") }],
  ])("parses %j when the value was %j", (text, before, wanted) => {
    expect(readValue(text, before)).toEqual(wanted);
  });

  it("gets an update of its changed fields and a filter for their previous values", () => {
    expect(changeOf({ _id: 1, a: 1, b: 2, c: 3 }, { _id: 1, a: 1, b: [2], d: 4 })).toEqual({
      update: { $set: { b: [2], d: 4 }, $unset: { c: "" } },
      was: { $and: [{ b: { $eq: 2 } }, { c: { $eq: 3 } }, { d: { $exists: false } }] },
    });
    expect(changeOf({ _id: 1, a: 1 }, { a: 1, _id: 1 })).toBeNull();
    expect(() => changeOf({ _id: 1 }, { "a.b": 1 })).toThrow("has a dot");
  });

  it("is searched by words or by a filter", () => {
    expect(filterOf("a.c", ["x"])).toEqual({ filter: { $or: [{ x: { $regex: "a\\.c", $options: "i" } }] } });
    expect(filterOf('{"a":1}', ["x"])).toEqual({ filter: { a: 1 } });
    expect(filterOf('{"a":', ["x"])).toEqual({ problem: expect.stringContaining("Invalid JSON") });
  });
});

describe("documentsOf", () => {
  it("parses a JSON array, an object or one object per line", async () => {
    expect(await documentsOf(file('[{"a":1},{"a":2}]'))).toEqual([{ a: 1 }, { a: 2 }]);
    expect(await documentsOf(file('{"a":1}'))).toEqual([{ a: 1 }]);
    expect(await documentsOf(file('\ufeff{"a":1}\n\n{"a":2}\n'))).toEqual([{ a: 1 }, { a: 2 }]);
    await expect(documentsOf(file('{"a":1}\n{"a":'))).rejects.toThrow("line 2");
    await expect(documentsOf(file("[1]"))).rejects.toThrow("Entry 1 is not an object");
  });

  it("parses a CSV with numbers, booleans and JSON", async () => {
    const csv = 'name;n;code;tags\r\n"A; B";1.5;007;"[1,2]"\r\nC;;;\r\n\r\n';
    expect(await documentsOf(file(csv, "a.csv"))).toEqual([
      { name: "A; B", n: 1.5, code: "007", tags: [1, 2] },
      { name: "C" },
    ]);
    await expect(documentsOf(file("", "a.csv"))).rejects.toThrow();
  });
});
