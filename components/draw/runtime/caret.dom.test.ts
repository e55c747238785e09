import { afterEach, expect, it } from "vitest";
import { keepCaret } from "./caret";

afterEach(() => document.body.replaceChildren());

it.each([
  ["text before the caret", "Tea for two", 3, "Green Tea for two", 9],
  ["text after the caret", "Tea", 1, "Tea for two", 1],
  ["a replaced part around the caret", "one two three", 6, "one 2 three", 5],
  ["removed text before the caret", "Green Tea", 9, "Tea", 3],
])("keeps the caret with %s", async (_, before, place, after, expected) => {
  const field = document.createElement("textarea");
  document.body.append(field);
  field.value = before;
  field.focus();
  field.setSelectionRange(place, place);
  keepCaret(() => {
    field.value = after;
  });
  await Promise.resolve();
  expect([field.selectionStart, field.selectionEnd]).toEqual([expected, expected]);
});
