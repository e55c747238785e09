import { describe, expect, it } from "vitest";
import { type DiffRow, diffOf } from "./diff";

const shown = (before: string, after: string) =>
  diffOf(before, after).rows.map((row) => (row.kind === "fold" ? `… ${row.rows.length}` : lineOf(row)));

const SIGN = { same: " ", removed: "-", added: "+" };
const lineOf = ({ kind, before, after, pieces }: DiffRow) =>
  `${before ?? ""}:${after ?? ""}${SIGN[kind]}${pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join("")}`;

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}\n`);

describe("diffOf", () => {
  it("counts changed lines and marks the changed words", () => {
    expect(shown("a\nsuggest to bake less today\nc\n", "a\nsuggest to sell it today\nc\nd\n")).toEqual([
      "1:1 a",
      "2:-suggest to [bake less] today",
      ":2+suggest to [sell it] today",
      "3:3 c",
      ":4+d",
    ]);
  });

  it("marks no words in lines with little in common", () => {
    expect(shown("const a = 1;\n", "export default function Board() {}\n")).toEqual([
      "1:-const a = 1;",
      ":1+export default function Board() {}",
    ]);
  });

  it("folds long runs of equal lines, but not short ones", () => {
    const lines = numbered(20);
    const changed = lines.with(10, "other\n");
    const rows = shown(lines.join(""), changed.join(""));
    expect(rows.at(0)).toBe("… 7");
    expect(rows.at(-1)).toBe("… 6");
    expect(rows).toHaveLength(10);
    expect(shown(numbered(6).join(""), numbered(6).with(0, "x\n").join(""))).toHaveLength(7);
  });

  it("ignores a missing final newline", () => {
    expect(diffOf("a\nb", "a\nb\n")).toMatchObject({ added: 0, removed: 0 });
  });

  it("handles empty texts", () => {
    expect(shown("", "a\n")).toEqual([":1+a"]);
    expect(shown("a", "")).toEqual(["1:-a"]);
    expect(shown("", "")).toEqual([]);
  });

  it("terminates for large texts without common lines", () => {
    const text = (seed: number) =>
      Array.from({ length: 8_000 }, (_, i) => `${(i * seed) % 9973} ${seed}\n`).join("");
    const { added, removed } = diffOf(text(17), text(31));
    expect([added, removed]).toEqual([8_000, 8_000]);
  });
});
