import { describe, expect, test } from "vitest";
import { PROVIDERS } from "@/lib/shared/settings";
import { parseChoice } from "./index";
import { providers } from "./providers";
import { missingProvider, reach } from "./reach";

const all = Object.entries(providers);

test("registers every provider of the settings once, under its own id", () => {
  expect(all.map(([id]) => id).sort()).toEqual([...PROVIDERS, "demo"].sort());
  for (const [id, provider] of all) expect(provider.id).toBe(id);
  const titles = all.map(([, { title }]) => title);
  expect(new Set(titles).size).toBe(titles.length);
});

describe.each(all)("%s", (id, provider) => {
  const url = provider.defaultUrl ?? "http://127.0.0.1:9/v1";

  test("requires a model name if it has models to choose from, rejects one otherwise, and explains why", () => {
    const right = provider.named ? `${id}/some-model:7b/x` : id;
    const wrong = provider.named ? id : `${id}/some-model`;
    expect(parseChoice(right)).toEqual({ provider, name: provider.named ? "some-model:7b/x" : "" });
    expect(() => parseChoice(wrong)).toThrow(/is named like|no models to choose/);
  });

  test("creates a model with any name, without sending a request", async () => {
    const model = await provider.model("some-model", { apiKey: "sk-test", baseUrl: url });
    expect(model.specificationVersion).toBe("v4");
    if (provider.named) expect(model.modelId).toBe("some-model");
    const images = await provider.image?.("some-model", {
      ...{ apiKey: "sk-test", baseUrl: url },
      caller: { agentId: "a", conversationId: "c", tool: "generate_image" },
    });
    if (images) expect(images.modelId).toBe("some-model");
  });

  test("explains what is missing and where to set it", () => {
    const nothing = reach(provider, { providers: {} }, {});
    const isComplete = !provider.needsKey && (provider.defaultUrl !== undefined || !provider.named);
    if (isComplete) expect(missingProvider(provider, nothing)).toBeUndefined();
    else expect(missingProvider(provider, nothing)?.message).toMatch(/Settings → Models/);
    expect(missingProvider(provider, { ...nothing, apiKey: "sk-test", baseUrl: url })).toBeUndefined();
  });
});
