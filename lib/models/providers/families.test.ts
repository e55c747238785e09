import { expect, test } from "vitest";
import { familyOf } from "./families";

const short = (name: string) => {
  const { tools, images, reasoning } = familyOf(name).can;
  return [tools, images, reasoning].map((can) => (can === null ? "?" : can ? "+" : "-")).join("");
};

test.each([
  ["gpt-5.2", "+++"],
  ["gpt-6-sol", "+++"],
  ["gpt-5.3-chat-latest", "++?"],
  ["gpt-4o-mini", "++-"],
  ["gpt-4.1", "++-"],
  ["gpt-4", "+--"],
  ["openai/gpt-oss-20b", "+-+"],
  ["o3-mini", "+-+"],
  ["o4-mini", "+++"],
  ["claude-sonnet-5", "+++"],
  ["claude-4-sonnet", "+++"],
  ["claude-3-5-haiku-latest", "++-"],
  ["claude-3-7-sonnet-latest", "+++"],
  ["models/gemini-3.8-flash", "+++"],
  ["gemini-2.0-flash", "++-"],
  ["qwen3:8b", "+-+"],
  ["Qwen/Qwen2.5-VL-7B-Instruct", "++?"],
  ["llama3.2:3b", "+--"],
  ["meta-llama/Llama-3.3-70B-Instruct", "+--"],
  ["deepseek-r1:14b", "?-+"],
  ["mistral-small:24b", "+??"],
  ["somebody/my-own-model", "???"],
  ["", "???"],
])("detects the abilities of %s: %s", (name, can) => {
  expect(short(name)).toBe(can);
});
