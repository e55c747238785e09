import { expect, test } from "vitest";
import { changeDigest, documentChange } from "./describe-value";

const long = "Bread rises because yeast turns sugar into gas. ".repeat(400);
const wide = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`field${n}`, n]));
const event = {
  _id: "e1",
  title: "Dentist",
  start: { $date: "2026-12-01T10:00:00Z" },
  timeZone: "Europe/Berlin",
};

test.each([
  ["an added document", undefined, event],
  ["a deleted document", event, undefined],
  ["a moved event", event, { ...event, start: { $date: "2026-12-02T14:00:00Z" }, updatedAt: "2026-11-30" }],
  ["a renamed document", { name: "Ada", phone: "1" }, { name: "Ada L.", phone: "2" }],
  ["a document without a title", { count: 1 }, { count: 2, contactId: "507f1f77bcf86cd799439011" }],
  ["a title that is added", { count: 1 }, { count: 1, title: "Bread" }],
  ["a long text", { title: "Note", text: long }, { title: "Note", text: `Rye. ${long}` }],
  ["the end of a long text", { title: "Note", text: long }, { title: "Note", text: `${long} Rye.` }],
  ["a long title", { title: long, count: 1 }, { title: long, count: 2 }],
  ["fields and a title", { count: 1, name: "Ada" }, { count: 2, name: "Bea" }],
  [
    "ten fields",
    { title: "Note" },
    { title: "Note", ...Object.fromEntries([..."abcdefghij"].map((one) => [one, long.slice(0, 200)])) },
  ],
  ["fields named like methods", { title: "Note" }, { title: "Note", constructor: 1, toString: 2 }],
  ["no change", { title: "Note" }, { title: "Note" }],
])("the digest of %s gives the same description and is small", (_, before, after) => {
  const digest = changeDigest(before, after);
  expect(documentChange(digest.before, digest.after, "UTC")).toBe(documentChange(before, after, "UTC"));
  expect(JSON.stringify(digest).length).toBeLessThan(2_500);
});

test("the digest of a document with very many fields is small", () => {
  const digest = changeDigest({}, wide);
  expect(JSON.stringify(digest).length).toBeLessThan(1_000);
  expect(documentChange(digest.before, digest.after, "UTC")).toMatch(/^A document: field0 nothing → 0,/);
});
