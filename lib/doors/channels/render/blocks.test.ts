import { expect, test } from "vitest";
import { blocks } from "@/lib/shared/blocks/index";
import { renderBlock } from "./blocks";

type KnownBlock = Parameters<typeof renderBlock>[1];
const AGENT = "3f1c5a52-0c7e-4f0e-9a3a-0f6f3c1d2e4b";
const render = (block: object) => renderBlock(AGENT, block as KnownBlock);

const rows = (count: number, width: number) =>
  Array.from({ length: count }, (_, nth) =>
    Object.fromEntries(
      Array.from({ length: width }, (_, at) => [`c${at}`, at === 0 ? `Loaf ${nth}` : nth * at]),
    ),
  );
const table = (count: number, width: number) => ({
  type: "table",
  columns: Array.from({ length: width }, (_, at) => ({ key: `c${at}`, label: `C${at}` })),
  data: rows(count, width),
});

test("renders tables of up to ten rows as text, and longer ones as a CSV file", async () => {
  const narrow = await render(table(10, 3));
  expect(narrow?.file).toBeUndefined();
  expect(narrow?.text.spans).toMatchObject([{ type: "pre" }]);
  expect(narrow?.text.text.split("\n")).toHaveLength(12);
  const wide = await render(table(10, 9));
  expect(wide?.file).toBeUndefined();
  expect(wide?.text.text).toContain("Loaf 9\nC1: 9\nC2: 18");
  const long = await render(table(11, 3));
  expect(long?.text.text).toBe("A table of 11 rows.");
  expect(long?.file).toMatchObject({ as: "document", name: "table.csv" });
  const { from } = long?.file ?? {};
  expect(from?.is === "text" && from.text.trim().split("\n")).toHaveLength(12);
  expect((await render(table(0, 2)))?.text.text).toBe("C0, C1: no rows.");
});

test("renders every kind of block as text, or as a file with alternative text", async () => {
  for (const [type, { example }] of Object.entries(blocks)) {
    if (type === "form" || "blocks" in example || "columns" in example || "tabs" in example) continue;
    const one = await render(example);
    const content = [one?.text.text, one?.file?.instead?.text].filter(Boolean).join("\n");
    expect([type, content.trim()]).not.toEqual([type, ""]);
  }
});

test("shows field texts that look like Markdown character by character", async () => {
  const items = ["1. May", "- then", "# late", "a_b_c ~~x~~ **y** [z](https://z.example) <b>"].map((at) => ({
    at,
    title: `${at} *title*`,
  }));
  const timeline = await render({ type: "timeline", items });
  expect(timeline?.text.text).toBe(items.map(({ at, title }) => `• ${at}  ${title}`).join("\n"));
  const formats = timeline?.text.spans.map(({ type }) => type).filter((type) => type !== "link");
  expect(formats).toEqual(items.map(() => "bold"));
});

test("sends long code as a file, and shorter code as text with its language", async () => {
  expect(await render({ type: "code", content: "let a = 1;", language: "ts" })).toMatchObject({
    text: { spans: [{ type: "pre", language: "ts" }] },
  });
  expect(await render({ type: "code", content: "x\n".repeat(2_000), language: "ts" })).toMatchObject({
    file: { as: "document", name: "ts.txt" },
  });
});
