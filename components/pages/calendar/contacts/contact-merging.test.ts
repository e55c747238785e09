import { expect, test } from "vitest";
import { differencesOf, mergedOf } from "./contact-merging";

const left = {
  _id: 1,
  name: "Ada",
  phone: "+44 1",
  phones: [{ label: "home", value: "+44 2" }],
  notes: "a",
  company: "X",
  tags: ["a"],
};
const right = {
  _id: 2,
  uid: "u",
  name: "Ada Lovelace",
  phone: "+44 2",
  email: "ada@example.com",
  notes: "b",
  company: "X",
  tags: ["a", "b"],
  notSameAs: [9],
};

test("a merge keeps both contacts' values by default if a field can have several", () => {
  expect(differencesOf(left, right).map(({ name, choices }) => [name, choices[0]])).toEqual([
    ["name", "left"],
    ["phone", "both"],
    ["phones", "left"],
    ["notes", "both"],
    ["tags", "both"],
    ["email", "left"],
  ]);
  expect(mergedOf(left, right, {})).toEqual({
    ...left,
    notes: "a\nb",
    tags: ["a", "b"],
    email: "ada@example.com",
    uid: "u",
  });
});

test("a merge takes each field from the chosen contact", () => {
  const chosen = { name: "right", phone: "right", phones: "right", notes: "left", email: "left" } as const;
  expect(mergedOf(left, right, chosen)).toEqual({
    _id: 1,
    name: "Ada Lovelace",
    phone: "+44 2",
    notes: "a",
    company: "X",
    tags: ["a", "b"],
    uid: "u",
  });
  const written = { phone: "0044 (1)", email: "ADA@example.com" };
  expect(differencesOf({ ...left, email: "ada@example.com" }, { ...left, ...written })).toEqual([]);
  const { phones: _, ...single } = left;
  expect(mergedOf(single, right, {}).phones).toEqual([{ value: "+44 2" }]);
});
