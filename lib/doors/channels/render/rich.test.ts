import fc from "fast-check";
import { expect, test } from "vitest";
import { richOf } from "./markdown";
import { joinedRich, plainRich, type Rich, split, withAddresses } from "./rich";

const marked = ({ text, spans }: Rich) =>
  spans.map(({ type, offset, length }) => `${type}:${text.slice(offset, offset + length)}`);

test("converts Markdown to text with separate formatting and without escapes", () => {
  const rich = richOf(
    "# Bread & _salt_\n\nTake **two *big* loaves**, `a_b`, ~~not~~ [there](https://x.test/a_b).",
  );
  expect(rich.text).toBe("Bread & salt\n\nTake two big loaves, a_b, not there.");
  expect(marked(rich)).toEqual([
    "bold:Bread & salt",
    "italic:salt",
    "bold:two big loaves",
    "italic:big",
    "code:a_b",
    "strike:not",
    "link:there",
  ]);
});

test("keeps lists, quotes, fences and tables readable", () => {
  const rich = richOf(
    "- one\n- two\n  1. a\n  2. b\n- [x] done\n\n> said\n> so\n\n```ts\nlet a = 1;\n```\n\n| k | n |\n|---|--:|\n| rye | 5 |\n| roll | 12 |",
  );
  expect(rich.text).toBe(
    "• one\n• two\n   1. a\n   2. b\n☑ done\n\nsaid\nso\n\nlet a = 1;\n\nk      n\n────  ──\nrye    5\nroll  12",
  );
  expect(rich.spans.map(({ type, language }) => [type, language])).toEqual([
    ["quote", undefined],
    ["pre", "ts"],
    ["pre", undefined],
  ]);
});

test("writes the address of a link as text if services do not support such links", () => {
  expect(richOf("[see](/chat/1) [bad](javascript:alert(1))").text).toBe(
    "see (/chat/1) bad (javascript:alert(1))",
  );
  expect(richOf("[see](/chat/1)").spans).toEqual([]);
});

test("for any input, keeps formatting inside the text and each piece within the limit, and loses no letters", () => {
  const part = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "**",
      "_",
      "`",
      "```\n",
      "\n\n",
      "> ",
      "- ",
      "[a](",
      ")",
      "|",
      "<b>",
      "&lt;",
      "😀",
      "\ud83d",
      "\0",
      "\\",
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 2, max: 60 }), (parts, max) => {
      const whole = richOf(parts.join(""));
      for (const piece of [whole, ...split(whole, max)]) {
        expect(piece.text.isWellFormed()).toBe(true);
        expect(piece.text).not.toContain("\0");
        for (const { offset, length } of piece.spans) {
          expect(offset).toBeGreaterThanOrEqual(0);
          expect(length).toBeGreaterThan(0);
          expect(offset + length).toBeLessThanOrEqual(piece.text.length);
        }
      }
      for (const piece of split(whole, max)) {
        expect(piece.text.length).toBeLessThanOrEqual(max);
        expect(piece.text.trim()).not.toBe("");
      }
      const letters = (text: string) => text.replace(/\s/g, "");
      expect(
        letters(
          split(whole, max)
            .map(({ text }) => text)
            .join(""),
        ),
      ).toBe(letters(whole.text));
    }),
    { numRuns: 500 },
  );
});

test("keeps a text at the limit in one piece, and splits a longer one at a paragraph if possible", () => {
  const exact = plainRich("x".repeat(4_096));
  expect(split(exact, 4_096)).toHaveLength(1);
  expect(split(plainRich("x".repeat(4_097)), 4_096).map(({ text }) => text.length)).toEqual([4_096, 1]);
  const paragraphs = plainRich(`${"a".repeat(3_000)}\n\n${"b".repeat(3_000)}`);
  expect(split(paragraphs, 4_096).map(({ text }) => text[0] ?? "")).toEqual(["a", "b"]);
  expect(split(plainRich("😀".repeat(2_049)), 4_096).map(({ text }) => text.length)).toEqual([4_096, 2]);
});

test("changes only the last piece when a text grows", () => {
  const text = "The dough rests overnight. ".repeat(400);
  const whole = split(plainRich(text), 500);
  for (let end = 600; end < text.length; end += 333) {
    const pieces = split(plainRich(text.slice(0, end)), 500);
    expect(pieces.slice(0, -1)).toEqual(whole.slice(0, pieces.length - 1));
  }
});

test("continues formatting that a split interrupts in the next piece", () => {
  const rich = richOf(`**${"word ".repeat(30)}end**`);
  for (const piece of split(rich, 50)) expect(marked(piece)).toEqual([`bold:${piece.text}`]);
});

test("continues code that a split interrupts in the next piece, with its indentation", () => {
  const lines = Array.from({ length: 12 }, (_, nth) => `${"  ".repeat(nth % 4)}line${nth}();`);
  const rich = richOf(`Before\n\n\`\`\`ts\n${lines.join("\n")}\n\`\`\`\n\nAfter`);
  const pieces = split(rich, 60);
  const code = pieces.flatMap(({ text, spans }) =>
    spans.map(({ type, language, offset, length }) => {
      expect([type, language]).toEqual(["pre", "ts"]);
      return text.slice(offset, offset + length).trimEnd();
    }),
  );
  expect(code.length).toBeGreaterThan(2);
  expect(code.join("\n").split("\n")).toEqual(lines);
  expect(richOf("```\n  first\nsecond\n```").text).toBe("  first\nsecond");
});

test("splits a text if it has too many formatted ranges for one piece", () => {
  const rich = richOf(Array.from({ length: 250 }, (_, nth) => `\`a${nth}\``).join(" "));
  const pieces = split(rich, 4_096, 100);
  expect(pieces.map(({ spans }) => spans.length)).toEqual([100, 100, 50]);
  expect(pieces.map(({ text }) => text).join(" ")).toBe(rich.text);
});

test("writes URLs after the link text if links are not supported, and keeps other formatting", () => {
  const rich = withAddresses(richOf("**See [the mill](https://m.test) now** and [it](https://i.test) _so_"));
  expect(rich.text).toBe("See the mill (https://m.test) now and it (https://i.test) so");
  expect(marked(rich)).toEqual(["bold:See the mill (https://m.test) now", "italic:so"]);
  expect(withAddresses(richOf("<https://m.test>")).text).toBe("https://m.test");
});

test("joins texts with a blank line, skips blank texts and keeps formatting", () => {
  expect(joinedRich([richOf("**a**"), plainRich("  "), richOf("_b_")])).toEqual({
    text: "a\n\nb",
    spans: [
      { type: "bold", offset: 0, length: 1 },
      { type: "italic", offset: 3, length: 1 },
    ],
  });
});
