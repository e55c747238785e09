import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { withPlainCallIds } from "./call-ids";

const step = (toolCallId: string): LanguageModelV4Prompt => [
  { role: "assistant", content: [{ type: "tool-call", toolCallId, toolName: "t", input: {} }] },
  {
    role: "tool",
    content: [{ type: "tool-result", toolCallId, toolName: "t", output: { type: "text", value: "ok" } }],
  },
];
const idsOf = (prompt: LanguageModelV4Prompt) =>
  prompt.flatMap(({ content }) =>
    typeof content === "string"
      ? []
      : content.flatMap((part) => ("toolCallId" in part ? [part.toolCallId] : [])),
  );

test("renames a repeated id and its result", () => {
  const prompt = [...step("call_1"), ...step("call_1"), ...step("call_2")];
  expect(idsOf(withPlainCallIds(prompt))).toEqual([
    ...["call_1", "call_1", "call_1-2", "call_1-2"],
    ...["call_2", "call_2"],
  ]);
});

test("converts an unsupported id to a unique supported one", () => {
  const long = "x".repeat(90);
  const prompt = [...step("functions.act:0"), ...step("functions act:0"), ...step(long), ...step(`${long}y`)];
  const ids = idsOf(withPlainCallIds(prompt));
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^[\w-]{1,64}$/);
  expect(idsOf(withPlainCallIds(prompt))).toEqual(ids);
});

test("leaves other content unchanged", () => {
  const prompt: LanguageModelV4Prompt = [
    { role: "system", content: "s" },
    { role: "user", content: [{ type: "text", text: "u" }] },
  ];
  expect(withPlainCallIds(prompt)).toEqual(prompt);
});
