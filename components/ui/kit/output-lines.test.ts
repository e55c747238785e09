import { expect, test } from "vitest";
import { textOf } from "./output-lines";

test.each([
  ["Porto", "Porto"],
  [true, "Yes"],
  [2, "2"],
  [null, "null"],
  [["bread", "cake", 3], "bread, cake, 3"],
  [[], "none"],
  [
    { Saturday: ["boat", "tram"], Sunday: [], pace: "slow" },
    "Saturday: boat, tram; Sunday: none; pace: slow",
  ],
  [[{ name: "Rye", sold: 3 }], '{"name":"Rye","sold":3}'],
  [{ a: { b: [1] } }, 'a: {"b":[1]}'],
  ["x".repeat(400), `${"x".repeat(300)}…`],
])("textOf formats %j as %j", (value, text) => {
  expect(textOf(value)).toBe(text);
});
