import { expect, test } from "vitest";
import { promptParts } from "../prompt";
import { adapterFor } from "./index";

test.each([
  ["openai/gpt-5.2", "gpt"],
  ["openai/o4-mini", "gpt"],
  ["openai/chatgpt-4o-latest", "gpt"],
  ["gateway/openai/gpt-6-sol", "gpt"],
  ["openai-compatible/gpt-oss-20b", "gpt"],
  ["anthropic/claude-sonnet-5", "claude"],
  ["gateway/anthropic/claude-3-5-haiku-latest", "claude"],
  ["google/gemini-3.8-flash", "gemini"],
  ["google/models/gemini-2.0-flash", "gemini"],
  ["ollama/qwen3:8b", "other"],
  ["openai-compatible/Qwen/Qwen2.5-VL-7B-Instruct", "other"],
  ["ollama/opus-mt", "other"],
  ["demo", "other"],
  ["", "other"],
])("%s gets the instructions of the family %s", (model, id) => {
  expect(adapterFor(model).id).toBe(id);
});

test("the prompt has the family's instructions between tools and clock, or none if the model has no tools", () => {
  const moving = {
    project: "",
    skills: "",
    components: "",
    schedule: "",
    whatsapp: "",
    codeHint: "",
    trials: "",
    memory: "",
    recalled: "",
    tables: "",
    documents: "",
    identity: "You are.",
    model: "openai/gpt-5.2",
    families: {},
    now: new Date(),
    timeZone: "UTC",
  };
  const tools = [{ id: "state", title: "State", text: "## State" }];
  expect(promptParts({ ...moving, tools }).map(({ id }) => id)).toEqual([
    "identity",
    "state",
    "model",
    "clock",
  ]);
  expect(promptParts({ ...moving, tools: [] }).map(({ id }) => id)).toEqual(["identity", "clock"]);

  const modelPart = (instructions: string, shown: typeof tools = tools) =>
    promptParts({ ...moving, tools: shown, families: { gpt: { instructions } } }).find(
      ({ id }) => id === "model",
    );
  expect(modelPart("Be brief.")?.text).toBe("Be brief.");
  expect(modelPart("Be brief.", [])?.text).toBe("Be brief.");
  expect(modelPart("")).toBeUndefined();
});
