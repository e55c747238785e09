import { expect, test } from "vitest";
import { fieldsOfForm, readForm } from "./form";

const write = (fields: ReturnType<typeof fieldsOfForm>, texts: Record<string, string>) =>
  fields.map((field) =>
    field.name in texts ? { ...field, text: texts[field.name] ?? "", isTouched: true } : field,
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

test("a form that nobody has written into says the document as it was, to the millisecond", () => {
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

test("what is written becomes a value of the field's kind, and what is emptied leaves the document", () => {
  const texts = { name: "", age: "37.5", isMember: "false", met: "2026-01-31T10:00:00", tags: '["b"]' };
  const { name: _, ...rest } = document;
  expect(readForm(document, write(fieldsOfForm(document), texts))).toEqual({
    document: {
      ...rest,
      age: 37.5,
      isMember: false,
      met: { $date: new Date("2026-01-31T10:00:00").toISOString() },
      tags: ["b"],
    },
  });
});

test("what cannot be read is said of its field", () => {
  const read = readForm(document, write(fieldsOfForm(document), { age: "1,500", tags: "[" }));
  expect(Object.keys("problems" in read ? read.problems : {})).toEqual(["age", "tags"]);
});

test("a new document has the fields of its neighbours, of their kinds", () => {
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
