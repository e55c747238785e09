import { expect, test } from "vitest";
import { ThinkReader } from "./think-reader";

/**
 * Reads a text `size` characters at a time. Returns the pieces, with adjacent ones of the same type joined.
 */
function read(text: string, size: number, isThinking = false): string[] {
  const reader = new ThinkReader(isThinking);
  const all: string[] = [];
  let last = "";
  const deltas = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  for (const [at, delta] of [...deltas, ""].entries())
    for (const piece of reader.read(delta, at === deltas.length)) {
      if (!("text" in piece)) all.push(piece.type);
      else if (last === piece.type) all[all.length - 1] += piece.text;
      else all.push(`${piece.type}: ${piece.text}`);
      last = "text" in piece ? piece.type : "";
    }
  return all;
}

const CASES: [string, string, string[]][] = [
  ["a block at the beginning", "\n<think>plan</think>\n\nanswer", ["reasoning: plan", "end", "text: answer"]],
  [
    "several blocks",
    "<think>a</think><thinking>b</thinking>one <think>c</think>two",
    [
      ...["reasoning: a", "end", "reasoning: b", "end"],
      ...["text: one ", "reasoning: c", "end", "text: two"],
    ],
  ],
  ["a missing opening tag", "plan\n</think>\n\nanswer", ["text: plan\n", "reversed", "text: answer"]],
  ["an unclosed block", "<think>plan <b", ["reasoning: plan <b", "end"]],
  ["an empty block", "<think></think>\nanswer", ["end", "text: answer"]],
  ["a block after text", "one\n<think>b</think>two", ["text: one\n", "reasoning: b", "end", "text: two"]],
  [
    "tags in a code fence",
    "See:\n```html\n<think>\na\n</think>\n```\nend",
    ["text: See:\n```html\n<think>\na\n</think>\n```\nend"],
  ],
  ["tags in inline code", "Use `<think>` and `</think>`.", ["text: Use `<think>` and `</think>`."]],
  [
    "tags in code after a block",
    "<think>a</think>`<think>` is\n~~~\n<think>\n~~~",
    [...["reasoning: a", "end", "text: `<think>` is\n~~~\n<think>\n~~~"]],
  ],
  [
    "tags named in a sentence",
    "Between <think> and </think> it plans.",
    ["text: Between <think> and </think> it plans."],
  ],
  ["an unclosed block after text", "one\n<think>two", ["text: one\n", "reasoning: two", "unclosed"]],
  ["other tags", "<thought> a < b <thin> </div>", ["text: <thought> a < b <thin> </div>"]],
];

test.each(CASES)("reads %s the same in pieces of any size", (_, text, wanted) => {
  for (const size of [1, 2, 3, 5, 8, 1_000]) expect(read(text, size), `${size}`).toEqual(wanted);
});

test("with isThinking, reads the beginning as reasoning until a closing tag, and as text if there is none", () => {
  expect(read("plan</think>answer", 4, true)).toEqual(["reasoning: plan", "end", "text: answer"]);
  expect(read("answer", 4, true)).toEqual(["reasoning: answer", "unclosed"]);
  expect(read("<think>plan</think>answer", 4, true)).toEqual(["reasoning: plan", "end", "text: answer"]);
});
