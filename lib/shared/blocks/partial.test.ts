import { parsePartialJson } from "ai";
import { expect, it } from "vitest";
import { type BlockType, blocks, renderBlocksInput } from "./index";
import { drawable } from "./partial";

const text = { type: "markdown", content: "One" };
const types = (input: unknown) => drawable(input).blocks.map(({ block }) => block.type);

it("returns no blocks for malformed input", () => {
  const nonsense = [
    undefined,
    null,
    1,
    "x",
    [],
    {},
    { blocks: null },
    { blocks: "[{" },
    { blocks: [] },
    { blocks: [null] },
    { blocks: [undefined, 3] },
  ];
  for (const input of nonsense) expect(drawable(input).blocks).toEqual([]);
});

it("draws a finished block as soon as the next one starts", () => {
  for (const { example } of Object.values(blocks)) {
    const { blocks: drawn, coming } = drawable({ blocks: [example, {}] });
    expect(drawn).toEqual([{ index: 0, block: example, growing: false }]);
    expect(coming).toBeUndefined();
  }
});

it("skips a finished block that is invalid, and keeps the indexes of the others", () => {
  expect(
    drawable({ blocks: [text, { type: "chart" }, text, text] }).blocks.map(({ index }) => index),
  ).toEqual([0, 2, 3]);
});

it("draws text, code and rows received so far", () => {
  expect(drawable({ blocks: [text] }).blocks).toEqual([{ index: 0, block: text, growing: true }]);
  expect(types({ blocks: [{ type: "code", language: "sql", content: "sel" }] })).toEqual(["code"]);
  const table = { type: "table", columns: [{ key: "a", label: "A" }], data: [{ a: 1 }, { a: 2 }, { a: 1 }] };
  expect(drawable({ blocks: [table] }).blocks[0]?.block).toMatchObject({ data: [{ a: 1 }, { a: 2 }] });
});

it.each<BlockType>(["form", "chart", "image", "alert", "json"])(
  "announces a last %s instead of drawing it until it is complete",
  (type) => {
    expect(drawable({ blocks: [text, blocks[type].example] })).toMatchObject({
      blocks: [{ index: 0 }],
      coming: type,
    });
  },
);

it("announces no block while its type is incomplete", () => {
  expect(drawable({ blocks: [{ type: "mark" }] })).toEqual({
    title: undefined,
    blocks: [],
    coming: undefined,
  });
});

it("keeps the identity of finished blocks", () => {
  const finished = new Map();
  const [first] = drawable({ blocks: [text, { type: "chart" }, text] }, finished).blocks;
  const [again] = drawable({ blocks: [{ ...text }, { type: "chart" }, text, text] }, finished).blocks;
  expect(again).toBe(first);
  expect([...finished.keys()]).toEqual([0, 1, 2]);
});

// One test per block, because every prefix is parsed again.
it.each(Object.entries(blocks))(
  "keeps finished blocks unchanged while a %s arrives character by character",
  async (_, { example }) => {
    const whole = { title: "All", blocks: [text, example, text] };
    const expected = renderBlocksInput.parse(whole).blocks;
    const json = JSON.stringify(whole);
    let before = 0;
    for (let end = 0; end <= json.length; end++) {
      const { blocks: drawn } = drawable((await parsePartialJson(json.slice(0, end))).value);
      expect(drawn.length).toBeGreaterThanOrEqual(before);
      before = drawn.length;
      for (const { index, block } of drawn.filter(({ growing }) => !growing))
        expect(block).toEqual(expected[index]);
    }
    expect(drawable(whole)).toMatchObject({ title: "All", blocks: expected.map((block) => ({ block })) });
  },
);

it("draws only the first rows of a growing table, and all rows once it is finished", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, a) => ({ a }));
  const table = (count: number) => ({ type: "table", columns: ["a"], data: rows(count) });
  const drawn = (input: unknown) => drawable(input).blocks.map(({ block }) => "data" in block && block.data);
  expect(drawn({ blocks: [table(900)] })).toEqual([rows(200)]);
  expect(drawn({ blocks: [table(3)] })).toEqual([rows(2)]);
  expect(drawn({ blocks: [table(900), text] })).toEqual([rows(900), false]);
});
