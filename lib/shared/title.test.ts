import { expect, test } from "vitest";
import { titleFor } from "./title";

test.each([
  ["Plan a weekend", "Plan a weekend"],
  ["\n  Plan a weekend \n in Porto", "Plan a weekend"],
  ["a\u0000b\u202Ec\td", "a b c d"],
  ["", ""],
])("the title for %j is %j", (text, title) => {
  expect(titleFor(text)).toBe(title);
});

test("a long line is cut between characters, and says so", () => {
  const title = titleFor("😀".repeat(100));
  expect(title).toMatch(/^(😀)+…$/u);
  expect(title.length).toBeLessThanOrEqual(80);
});
