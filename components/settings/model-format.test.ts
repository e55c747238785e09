import { expect, it } from "vitest";
import type { ModelInfo } from "@/lib/shared/settings";
import { byProvider, formatContext, formatPrice, nameOf } from "./model-format";

const model = (more: Partial<ModelInfo> = {}): ModelInfo => ({
  id: "openai/a",
  name: "a",
  provider: "openai",
  providerTitle: "OpenAI",
  contextWindow: null,
  can: { tools: null, images: null, reasoning: null },
  price: null,
  isLocal: false,
  ...more,
});

it("formatContext shortens the size of a context", () => {
  expect([512, 8_192, 128_000, 400_000, 999_999, 1_047_576, 2_500_000].map(formatContext)).toEqual([
    "512",
    "8k",
    "128k",
    "400k",
    "1M",
    "1M",
    "2.5M",
  ]);
});

it("formatPrice shows the price per million tokens, or that it is unknown", () => {
  expect(formatPrice(model({ price: { input: 1.25, output: 10 } }))).toBe("$1.25 / $10");
  expect(formatPrice(model({ price: { input: 0.075, output: 0.3 } }))).toBe("$0.075 / $0.30");
  expect(formatPrice(model({ price: { input: 0, output: 0 } }))).toBe("free");
  expect(formatPrice(model())).toBe("price unknown");
  expect(formatPrice(model({ isLocal: true }))).toBe("local");
  expect(formatPrice(model({ provider: "demo", isLocal: true }))).toBe("");
});

it("nameOf returns the part of an id after the provider, including slashes", () => {
  expect([nameOf("gateway/openai/gpt-5.2"), nameOf("demo")]).toEqual(["openai/gpt-5.2", "demo"]);
});

it("byProvider groups models by provider", () => {
  const groups = byProvider([model(), model({ providerTitle: "Ollama" }), model()]);
  expect(groups.map(({ title, models }) => [title, models.length])).toEqual([
    ["OpenAI", 2],
    ["Ollama", 1],
  ]);
});
