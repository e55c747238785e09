import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { compile } from "@/lib/code/compile/index";
import { bundlePublished } from "@/lib/code/compile/published";
import { namedUsesOf } from "@/lib/code/compile/queries";
import { runtime, runtimeFolder } from "@/lib/code/compile/runtime";
import { renderBlocksInput } from "@/lib/shared/blocks";
import { markdownCode } from "./markdown-code";
import { SheetCode } from "./sheet-code";

const blocks = {
  markdown: { type: "markdown", content: "## Hello </script> {1 + 1}\n\n**Guests**" },
  table: { type: "table", data: { sql: "select name, dish from guests order by name" } },
  rows: { type: "table", columns: [{ key: "a", label: "A" }], data: [{ a: 1 }] },
  chart: {
    type: "chart",
    chartType: "bar",
    data: { sql: "select dish, count(*) as n from guests group by dish" },
  },
  form: {
    type: "form",
    fields: [{ name: "name", label: "Name", type: "text", required: true }],
    submitLabel: "Add",
  },
  tabs: {
    type: "tabs",
    tabs: [
      { label: "One", blocks: [{ type: "metrics", items: [{ label: "Sold", value: 274 }] }] },
      { label: "Two", blocks: [{ type: "json", data: { a: [1] } }] },
    ],
  },
  image: { type: "image", url: "https://example.com/a.png" },
};

async function compiled(...names: (keyof typeof blocks)[]) {
  const input = renderBlocksInput.parse({ title: "Sheet", blocks: names.map((name) => blocks[name]) });
  const code = new SheetCode();
  const source = code.module(code.sheet(input.blocks));
  const made = await compile(source);
  if (!made.ok) throw new Error(made.error.message);
  return { source, ...made.bundle };
}

test("a sheet becomes a component that names its queries and its answers", async () => {
  const { js } = await compiled("markdown", "table", "rows", "chart", "form", "tabs", "image");
  expect(await namedUsesOf(js)).toEqual({
    queries: [
      "select name, dish from guests order by name",
      "select dish, count(*) as n from guests group by dish",
    ],
    ...{ state: [], callsTool: true, asksModel: false, isOpen: false },
  });
});

test("a sheet without an address of Easel's files loads no image of the web", async () => {
  const { source } = await compiled("image");
  expect(source).not.toContain("example.com");
  expect(source).toContain("not available in a published app");
});

test("markdown becomes elements, and its HTML and other links are text", async () => {
  const code = markdownCode(
    "# A & B\n\n- [ok](https://example.com) [no](javascript:alert)\n\n<b>raw</b> `x < y`\n\n|a|b|\n|-|-|\n|1|{2}|",
  );
  expect(code).toContain('<h1>{"A & B"}</h1>');
  expect(code).toContain('<a href={"https://example.com"}>{"ok"}</a>');
  expect(code).not.toContain("javascript:");
  expect(code).toContain('{"<b>"}');
  expect(code).toContain('<code>{"x < y"}</code>');
  expect(code).toContain('<td>{"{2}"}</td>');
});

/** In KB, by brotli: the script and the styles of a component, and the script of the page around it. */
const MAX_KB = 105;
const MAX_PAGE_KB = 35;

test("visitors load only the views that a sheet uses", async () => {
  const sizeOf = async (...names: (keyof typeof blocks)[]) => {
    const { js, css } = await compiled(...names);
    return (brotliCompressSync(await bundlePublished(js)).length + brotliCompressSync(css).length) / 1_000;
  };
  expect(await sizeOf("form", "table", "markdown", "tabs")).toBeLessThan(MAX_KB);
}, 60_000);

test("the page of an app loads no schemas of the server", () => {
  const script = readFileSync(join(runtimeFolder(), runtime().hostScript));
  expect(brotliCompressSync(script).length / 1_000).toBeLessThan(MAX_PAGE_KB);
});
