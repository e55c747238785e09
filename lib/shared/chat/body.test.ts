import { expect, test } from "vitest";
import { bodyOf, readableText } from "./body";

const tool = (name: string, input: unknown, output?: unknown) => ({
  type: `tool-${name}`,
  toolCallId: "c",
  state: "output-available",
  input,
  output,
});

test("bodyOf indexes texts and file names with each word once", () => {
  const parts = [
    { type: "step-start" },
    { type: "reasoning", text: "hidden" },
    { type: "text", text: "Bread, bread and Brötchen." },
    { type: "file", mediaType: "image/png", filename: "oven.png", url: "data:image/png;base64,AAAA" },
  ];
  expect(bodyOf(parts)).toBe("bread and brotchen oven png");
});

test("bodyOf indexes questions, texts and surfaces, but not data of tools", () => {
  const blocks = [
    { type: "markdown", content: "Week 47" },
    { type: "table", columns: [{ key: "name", label: "Product" }], data: [{ name: "Rye loaf" }] },
    { type: "form", submitLabel: "Plan", fields: [{ name: "city", label: "City", type: "text" }] },
  ];
  const parts = [
    tool("get_state", { key: "secret" }, { value: "secret" }),
    tool("send_message", { text: "Working" }, { ok: true }),
    tool("ask_user", { question: "Which?", options: ["Red"] }, { answer: "Blue" }),
    tool("render_blocks", { title: "Sales", blocks }, { action: "submit", data: { city: "Porto" } }),
  ];
  expect(bodyOf(parts)).toBe("working which red blue sales week 47 product rye loaf plan city porto");
});

test("bodyOf does not index hidden fields or their values", () => {
  const fields = [
    { name: "city", label: "City", type: "text" },
    { name: "order", label: "Number", type: "hidden", default: "o7" },
  ];
  const answer = { action: "submit", data: { city: "Porto", order: "o7" } };
  expect(bodyOf([tool("render_blocks", { title: "Trip", blocks: [{ type: "form", fields }] }, answer)])).toBe(
    "trip city porto",
  );
});

test("bodyOf limits what is read and indexed", () => {
  const words = Array.from({ length: 50_000 }, (_, n) => `w${n}`);
  expect(bodyOf([{ type: "text", text: words.join(" ") }]).length).toBeLessThanOrEqual(20_000);
  expect(readableText([{ type: "text", text: "x".repeat(1_000_000) }]).length).toBe(200_000);
});

test.each([null, {}, "text", [null].slice(1), [{ type: "text", text: "\ud800 half \0" }]])(
  "bodyOf accepts any stored parts: %j",
  (parts) => {
    expect(bodyOf(parts)).toMatch(/^(half)?$/);
  },
);
