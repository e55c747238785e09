import { expect, it } from "vitest";
import type { ModelsView, ProviderId, ProviderView } from "@/lib/shared/settings";
import { inOrder, isSetUp, providerState } from "./provider-state";

const provider = (id: ProviderId, more: Partial<ProviderView> = {}): ProviderView => ({
  id,
  title: id,
  needsKey: !["openai-compatible", "ollama", "lmstudio"].includes(id),
  takesUrl: true,
  defaultUrl: null,
  keyFrom: null,
  keyVariable: null,
  urlVariable: null,
  baseUrl: null,
  baseUrlFrom: null,
  problem: null,
  ...more,
});

const models = (...ids: string[]): ModelsView => ({
  models: ids.map((id) => ({
    id,
    name: id,
    provider: id.slice(0, id.indexOf("/")) as ProviderId,
    providerTitle: id,
    contextWindow: null,
    can: { tools: null, images: null, reasoning: null },
    price: null,
    isLocal: false,
  })),
  default: "demo",
  images: [],
  embeddings: [],
  transcription: [],
  speech: [],
  problems: [],
});

it.each<[string, ProviderView, ModelsView | null, string]>([
  ["without a key", provider("openai"), models(), "Not set up"],
  ["with a saved key", provider("openai", { keyFrom: "settings" }), models("openai/a"), "Connected, 1 model"],
  [
    "with a saved key, before its models are loaded",
    provider("openai", { keyFrom: "settings" }),
    null,
    "Connected",
  ],
  [
    "with the environment's key",
    provider("anthropic", { keyFrom: "environment" }),
    models("anthropic/a", "anthropic/b"),
    "From the environment, 2 models",
  ],
  [
    "that requires only an address",
    provider("openai-compatible", { baseUrlFrom: "settings" }),
    models(),
    "Connected",
  ],
  ["on this machine", provider("ollama"), models("ollama/qwen3"), "Found on this machine, 1 model"],
  ["on this machine, before its models are loaded", provider("ollama"), null, "Looking for it"],
  ["on this machine that does not run", provider("lmstudio"), models("ollama/qwen3"), "Not running"],
])("providerState returns the state of a provider %s", (_, view, known, words) => {
  expect(providerState(view, known).words).toBe(words);
});

it("providerState returns a problem before any other state, with its message", () => {
  const known = { ...models(), problems: [{ provider: "openai" as const, message: "The key was refused." }] };
  expect(providerState(provider("openai", { keyFrom: "settings" }), known)).toMatchObject({
    kind: "problem",
    problem: "The key was refused.",
  });
  expect(providerState(provider("google", { problem: "Enter it again." }), null).problem).toBe(
    "Enter it again.",
  );
});

it("a key or an address is required depending on the provider, and neither for a local one", () => {
  expect(isSetUp(provider("openai", { baseUrlFrom: "settings" }))).toBe(false);
  expect(isSetUp(provider("openai-compatible", { keyFrom: "settings" }))).toBe(false);
  expect(isSetUp(provider("ollama"))).toBe(true);
});

it("inOrder puts providers found on this machine first", () => {
  const all = [provider("openai"), provider("ollama"), provider("lmstudio")];
  expect(inOrder(all, models("lmstudio/a")).map(({ id }) => id)).toEqual(["lmstudio", "openai", "ollama"]);
  expect(inOrder(all, null).map(({ id }) => id)).toEqual(["openai", "ollama", "lmstudio"]);
});
