import { expect, test } from "vitest";
import { titleFor, titleInAnswer } from "./title";

test.each([
  ["Plan a weekend", "Plan a weekend"],
  ["\n  Plan a weekend \n in Porto", "Plan a weekend"],
  ["a\u0000b\u202Ec\td", "a b c d"],
  ["", ""],
  ["## Plan a **weekend** in `Porto`", "Plan a weekend in Porto"],
  ["> 1. see [the *map*](https://example.com/a_b)", "see the map"],
  ["- [ ] buy snake_case_name, 2 * 3 * 4", "buy snake_case_name, 2 * 3 * 4"],
  ["```js\nconst a = 1;\n```", "const a = 1;"],
  ["Hello!\n\nPlan a weekend", "Plan a weekend"],
  ["Hi there, can you plan a weekend?", "Can you plan a weekend?"],
  ["Guten Tag. Écris un poème", "Écris un poème"],
  ["Hello world in C", "Hello world in C"],
  ["Hi!", "Hi!"],
  ["---", ""],
])("titleFor(%j) returns %j", (text, title) => {
  expect(titleFor(text)).toBe(title);
});

test("titleFor cuts a long line at a word and adds an ellipsis", () => {
  const title = titleFor(
    "Compare the three offers, and tell me which of them fits a family of five with, say, two dogs",
  );
  expect(title).toBe("Compare the three offers, and tell me which of them fits a family of five with…");
});

test("titleFor cuts a long line without spaces between characters", () => {
  const title = titleFor("😀".repeat(100));
  expect(title).toMatch(/^(😀)+…$/u);
  expect(title.length).toBeLessThanOrEqual(80);
});

test.each([
  ["A weekend in Porto", "A weekend in Porto"],
  ['"**A weekend in Porto.**"\n\nI chose it because …', "A weekend in Porto"],
  ["Title: “Brot für fünf”", "Brot für fünf"],
  ["<think>What now?\nHm.</think>\n\nBread for five", "Bread for five"],
  ["", null],
  ["Sure! Here is a title for the conversation that you have asked me to name for you", null],
])("titleInAnswer(%j) returns %j", (written, title) => {
  expect(titleInAnswer(written)).toBe(title);
});
