import { expect, it } from "vitest";
import { blocksOf, highestHeading } from "./blocks";

const TEXT =
  "# Title\n\nOne\ntwo\n\n- a\n\n- b\n\n| a |\n|---|\n| 1 |\n\n```js\na\n\n\nb\n```\n\n> quoted\n\nLast";

it("blocksOf splits at block boundaries without losing text", () => {
  const blocks = blocksOf(TEXT);
  expect(blocks.map((block) => block.trim().split("\n")[0])).toEqual([
    "# Title",
    "One",
    "- a",
    "| a |",
    "```js",
    "> quoted",
    "Last",
  ]);
  expect(blocks.join("")).toBe(TEXT);
});

it("blocksOf keeps finished blocks while the text grows", () => {
  for (let length = 1; length < TEXT.length; length++) {
    const blocks = blocksOf(TEXT.slice(0, length));
    const whole = blocksOf(TEXT);
    expect(blocks.slice(0, -2)).toEqual(whole.slice(0, Math.max(0, blocks.length - 2)));
  }
});

it("blocksOf does not split a formula with lines that look like list items", () => {
  expect(blocksOf("So\n\n$$\na\n= b\n- c\n\n+ d\n$$\n\nThen")).toEqual([
    "So\n\n",
    "$$\na\n= b\n- c\n\n+ d\n$$\n\n",
    "Then",
  ]);
});

it("blocksOf does not split a text with link definitions or footnotes", () => {
  expect(blocksOf("See [a][1].\n\nMore[^2].\n\n[1]: https://example.com\n[^2]: Note")).toHaveLength(1);
});

it("blocksOf returns no blocks for an empty text", () => {
  expect(blocksOf(" \n")).toEqual([]);
});

it("highestHeading ignores code", () => {
  expect(highestHeading(blocksOf("Text\n\n### a\n\n## b\n\n```sh\n# c\n```"))).toBe(2);
  expect(highestHeading(blocksOf("#hashtag"))).toBe(1);
});
