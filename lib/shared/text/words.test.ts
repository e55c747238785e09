import { expect, test } from "vitest";
import { excerptOf } from "./excerpt";
import { findWord, fold, tokenize } from "./words";

test.each([
  ["ÄRGER in Łódź", "arger in łodz"],
  ["E\u0301cole ﬁn", "ecole fin"],
  ["한국어", "한국어"],
])("fold(%j) returns %j", (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test.each([
  [
    "Trip to Porto: 50% off, see node.js/docs!",
    ["trip", "to", "porto", "50", "off", "see", "node", "js", "docs"],
  ],
  ["snake_case don’t", ["snake", "case", "don", "t"]],
  ["我喜欢 bread", ["我", "喜", "欢", "bread"]],
  ["हिन्दी", ["हिन्दी"]],
  ["x".repeat(65), []],
  ["?!", []],
])("tokenize(%j) returns %j", (text, words) => {
  expect([...tokenize(text)]).toEqual(words);
});

test("findWord matches the start of a word, ignoring case and accents", () => {
  const text = "Über die Cafe\u0301s von Porto";
  expect(text.slice(findWord(text, ["cafes"])).slice(0, 3)).toBe("Caf");
  expect(findWord(text, ["port", "zzz"])).toBe(text.indexOf("Porto"));
  expect(findWord(text, ["orto"])).toBeUndefined();
});

const long = `${"before ".repeat(50)}**the needle** here ${"after ".repeat(50)}`;

test("excerptOf returns plain text around the first match", () => {
  const excerpt = excerptOf(long, ["needle"]);
  expect(excerpt).toMatch(/^…(before )+the needle here (after )+after…$/);
  expect(excerpt.length).toBeGreaterThan(90);
  expect(excerpt.length).toBeLessThanOrEqual(120);
  expect(excerptOf("# A *short*\n\n`text` with snake_case", ["text"])).toBe("A short text with snake_case");
});

test("excerptOf starts at the beginning without a match, and splits no surrogate pair", () => {
  expect(excerptOf("nothing here", ["x"])).toBe("nothing here");
  const smiles = excerptOf(`${"😀".repeat(300)} needle ${"😀".repeat(300)}`, ["needle"]);
  expect(smiles).toContain("needle");
  expect(smiles.isWellFormed()).toBe(true);
  expect(smiles).not.toContain("\uFFFD");
});
