import { describe, expect, it } from "vitest";
import { z } from "zod";
import { draftOf } from "@/lib/shared/chat/surfaces/sheets";
import { blocksAnswer, isAnswered } from "./answer";
import { editedBlocks } from "./block-edit";
import { blockSchema, blocks, renderBlocksInput } from "./index";
import { explain } from "./issues";
import { withoutPlaces } from "./leaves";

const entries = Object.entries(blocks);
const parse = (block: unknown) => blockSchema.safeParse(block);
const text = { type: "markdown", content: "x" };

describe.each(entries)("the block %s", (type, { example, schema, description }) => {
  it("parses its own example unchanged", () => {
    expect(blockSchema.parse(example)).toEqual(example);
    expect(example.type).toBe(type);
  });

  it("has a description of one sentence", () => {
    expect(description).toMatch(/^[A-Z].*\.$/);
  });

  it("has a JSON schema without references", () => {
    const json = JSON.stringify(z.toJSONSchema(schema, { io: "input" }));
    expect(json).not.toContain("$ref");
    expect(json).toContain(`"const":"${type}"`);
  });

  it("drops unknown keys", () => {
    expect(blockSchema.parse({ ...example, sparkle: true })).toEqual(example);
  });

  it("rejects an object with only its type", () => {
    expect(parse({ type }).success).toBe(false);
  });
});

describe("the input of render_blocks", () => {
  it("has an object schema with required blocks for every JSON Schema target", () => {
    for (const target of ["draft-7", "draft-2020-12"] as const) {
      const json = z.toJSONSchema(renderBlocksInput, { io: "input", target });
      expect(json).toMatchObject({ type: "object", required: ["blocks"] });
      expect(JSON.stringify(json)).not.toContain("$ref");
    }
  });

  it("describes every block to the model", () => {
    const json = JSON.stringify(z.toJSONSchema(renderBlocksInput, { io: "input" }));
    for (const [, { description }] of entries)
      expect(json).toContain(JSON.stringify(description).slice(1, -1));
  });

  it("does not change when it is parsed a second time", () => {
    const once = renderBlocksInput.parse({
      title: "All of them",
      blocks: [
        ...entries.map(([, { example }]) => example),
        { type: "table", rows: [["a", 1]], columns: ["name", "n"] },
        {
          type: "chart",
          chartType: "line",
          data: { labels: [1, 2], datasets: [{ label: "A", data: ["3", 4] }] },
        },
        { type: "form", fields: [{ name: "a", type: "tel", default: 12345 }] },
      ],
    });
    expect(renderBlocksInput.parse(once)).toEqual(once);
    expect(renderBlocksInput.parse(JSON.parse(JSON.stringify(once)))).toEqual(
      JSON.parse(JSON.stringify(once)),
    );
  });

  it("requires 1 to 50 blocks", () => {
    const of = (count: number) => renderBlocksInput.safeParse({ blocks: Array(count).fill(text) }).success;
    expect([0, 1, 50, 51].map(of)).toEqual([false, true, true, false]);
  });

  it("accepts a list of blocks as JSON text, and rejects other text", () => {
    expect(renderBlocksInput.parse({ blocks: JSON.stringify([text]) }).blocks).toEqual([text]);
    expect(renderBlocksInput.safeParse({ blocks: "[{" }).success).toBe(false);
  });

  it("rejects inputs that are too large or too deep without overflowing the stack", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level++) deep = [deep];
    expect(renderBlocksInput.safeParse({ blocks: [{ type: "json", data: deep }] }).success).toBe(false);
    const rows = Array.from({ length: 9_000 }, () => ({ a: "x".repeat(500) }));
    expect(
      renderBlocksInput.safeParse({ blocks: [{ type: "table", columns: ["a"], data: rows }] }).success,
    ).toBe(false);
  });

  it("rejects malformed inputs without throwing", () => {
    const nonsense = [null, undefined, 1, "x", [], {}, { blocks: null }, { blocks: [null, 1, "x", [], {}] }];
    for (const input of nonsense) expect(renderBlocksInput.safeParse(input).success).toBe(false);
    const types: unknown[] = [...Object.keys(blocks), "constructor", "__proto__", null, 3, undefined];
    const values = [null, 1, "x", [], {}, [null], [{}], [[]], { labels: 1 }, { series: [null] }];
    for (const type of types)
      for (const value of values)
        for (const key of ["data", "fields", "columns", "content", "url", "variant", "rows"])
          expect(() => parse({ type, [key]: value, chartType: "bar", submitLabel: "Go" })).not.toThrow();
  });
});

describe("json", () => {
  it("accepts any value including null and false, and requires one", () => {
    for (const data of [null, false, 0, "", [], {}])
      expect(blockSchema.parse({ type: "json", data })).toEqual({ type: "json", data });
    expect(parse({ type: "json" }).success).toBe(false);
  });
});

describe("image", () => {
  const url = (url: string) => parse({ type: "image", url }).success;

  it("accepts http(s) URLs, image data and stored files", () => {
    expect(url("https://example.com/a.png")).toBe(true);
    expect(url("http://example.com/a b.png?x=1#y")).toBe(true);
    expect(url("data:image/png;base64,AAAA")).toBe(true);
    expect(url("data:image/svg+xml,%3Csvg/%3E")).toBe(true);
    expect(url("/api/files/7b1b1f0e-6f3c-4a9e-9a37-1f4b2b3c4d5e")).toBe(true);
  });

  it("rejects all other URLs", () => {
    for (const bad of [
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "/a.png",
      "http://",
      "blob:x",
      "",
    ])
      expect(url(bad)).toBe(false);
  });
});

describe("alert", () => {
  it("accepts variant names of other libraries", () => {
    const variant = (variant?: string) => parse({ type: "alert", variant, content: "x" }).data;
    expect(variant("error")).toMatchObject({ variant: "danger" });
    expect(variant("warn")).toMatchObject({ variant: "warning" });
    expect(variant()).toMatchObject({ variant: "info" });
    expect(variant("purple")).toBeUndefined();
  });
});

describe("layouts", () => {
  const nested = { type: "columns", columns: [{ blocks: [text] }, { blocks: [{ ...text, id: "right" }] }] };

  it("accepts a block or a list as a column, and rejects nested layouts", () => {
    const [first, second] = nested.columns.map(({ blocks }) => blocks);
    expect(blockSchema.parse({ type: "columns", columns: [first, second?.[0]] })).toEqual(nested);
    expect(
      parse({
        type: "tabs",
        tabs: [
          { title: "A", blocks: [nested] },
          { label: "B", blocks: [text] },
        ],
      }).error,
    ).toMatchObject({ issues: [{ path: ["tabs", 0, "blocks", 0, "type"] }] });
  });

  it("reports errors of nested blocks by their path", () => {
    const wrong = { type: "columns", columns: [[text], [{ type: "table", columns: ["a"], data: "x" }]] };
    const { error } = renderBlocksInput.safeParse({ blocks: [wrong] });
    const message = explain(error as z.ZodError, { blocks: [wrong] });
    expect(message).toMatch(/^blocks\[0]\.columns\[1]\.blocks\[0]\.data must be array, but is "x"\n/);
  });

  it("edits nested blocks by id and by path", () => {
    const edited = editedBlocks(
      [text, nested],
      [
        { op: "patch", id: "right", patch: { content: "y" } },
        { op: "insert", index: 1, path: "columns[0].blocks[0]", block: { type: "markdown", content: "new" } },
        { op: "remove", index: 1, path: "columns[0].blocks[1]" },
      ],
    );
    expect(edited.map(withoutPlaces)).toEqual([
      text,
      {
        type: "columns",
        columns: [
          { blocks: [{ type: "markdown", content: "new" }] },
          { blocks: [{ ...text, id: "right", content: "y" }] },
        ],
      },
    ]);
    const wrong = () => editedBlocks([nested], [{ op: "remove", index: 0, path: "columns[4].blocks[0]" }]);
    expect(wrong).toThrow(
      /edits\[0]\.path: .* does not exist.*columns\[1]\.blocks\[0] markdown \(id right\)/,
    );
  });

  it("accepts answers to a form in a tab and returns its draft", () => {
    const field = { name: "a", label: "A", type: "text" };
    const form = { type: "form", fields: [field], submitLabel: "Go" };
    const tabs = {
      type: "tabs",
      tabs: [
        { label: "One", blocks: [text] },
        { label: "Two", blocks: [form] },
      ],
    };
    const input = renderBlocksInput.parse({ blocks: [tabs] });
    expect(isAnswered(input.blocks)).toBe(true);
    const answer = { action: "submit" as const, data: { a: "x" } };
    expect(blocksAnswer(input).parse(answer)).toEqual(answer);
    expect(draftOf(input, { "form:0.1.0": { a: "dr" } })).toEqual({ a: "dr" });
  });
});
