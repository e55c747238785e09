import { expect, test } from "vitest";
import { fieldsOfForm, readForm } from "./form";

const write = (fields: ReturnType<typeof fieldsOfForm>, values: Record<string, string>) =>
  fields.map((field) =>
    field.name in values ? { ...field, text: values[field.name] ?? "", isTouched: true } : field,
  );

const document = {
  _id: 1,
  name: "Ada",
  age: 36,
  isMember: true,
  met: { $date: "2025-11-02T09:30:00.123Z" },
  tags: ["a"],
  big: { $numberLong: "9007199254740993" },
  nothing: null,
  "a.b": 1,
};

test("an untouched document is returned unchanged, including milliseconds", () => {
  const fields = fieldsOfForm(document);
  expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
    ["name", "text"],
    ["age", "number"],
    ["isMember", "boolean"],
    ["met", "date"],
    ["tags", "json"],
    ["big", "json"],
    ["nothing", "json"],
  ]);
  expect(readForm(document, fields)).toEqual({ document });
});

test("edited fields are converted to their kinds, and emptied ones are removed", () => {
  const values = { name: "", age: "37.5", isMember: "false", met: "2026-01-31T10:00:00", tags: '["b"]' };
  const { name: _, ...rest } = document;
  expect(readForm(document, write(fieldsOfForm(document), values))).toEqual({
    document: {
      ...rest,
      age: 37.5,
      isMember: false,
      met: { $date: new Date("2026-01-31T10:00:00").toISOString() },
      tags: ["b"],
    },
  });
});

test("values that cannot be parsed are reported by field", () => {
  const read = readForm(document, write(fieldsOfForm(document), { age: "1,500", tags: "[" }));
  expect(Object.keys("problems" in read ? read.problems : {})).toEqual(["age", "tags"]);
});

test("a new document has the fields and kinds of other documents in the collection", () => {
  const neighbours = [
    { _id: 1, title: "a", pages: null },
    { _id: 2, pages: 3, isRead: true },
  ];
  expect(fieldsOfForm({}, { names: ["author"], neighbours }).map(({ name, kind }) => [name, kind])).toEqual([
    ["author", "text"],
    ["title", "text"],
    ["pages", "number"],
    ["isRead", "boolean"],
  ]);
});
