import { afterEach, beforeEach, expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import type { ProviderId } from "@/lib/shared/settings";
import { askForModels } from "./ask-for-models";
import { describeModel } from "./info";
import { providers } from "./providers";
import { LISTS } from "./testing/lists";
import { type ModelServer, modelServer } from "./testing/server";

let server: ModelServer;
beforeEach(async () => {
  server = await modelServer(({ path }) => ({ body: LISTS[path] }));
});
afterEach(async () => {
  await server.close();
  await closeAll();
});

async function ask(id: ProviderId, path: string, apiKey?: string) {
  const baseUrl = `http://${server.host}/${path}`;
  const answer = await askForModels(providers[id], { apiKey, baseUrl });
  return answer.ok ? answer.models.map((each) => describeModel(providers[id], each, baseUrl)) : [];
}

test.each([
  ["openai", ["gpt-6-sol", "gpt-5.2", "o3"]],
  ["anthropic", ["claude-sonnet-5", "claude-haiku-4-5-20251001"]],
  ["google", ["gemini-3.8-flash", "gemini-2.5-pro", "gemini-2.5-flash"]],
  ["gateway", ["xai/grok-9"]],
  ["openai-compatible", ["qwen3:8b", "vendor/model", "odd"]],
] as const)("%s lists chat models, best first, without dated copies", async (id, names) => {
  expect((await ask(id, id, "k")).map((model) => model.id)).toEqual(names.map((name) => `${id}/${name}`));
});

test.each([
  ["openai", ["gpt-image-2"]],
  ["anthropic", []],
  ["google", ["gemini-2.5-flash-image"]],
  ["gateway", ["openai/gpt-image-2"]],
  ["openai-compatible", []],
] as const)("%s lists image models separately", async (id, names) => {
  const answer = await askForModels(providers[id], { apiKey: "k", baseUrl: `http://${server.host}/${id}` });
  expect(answer.ok && answer.images.map(({ name }) => name)).toEqual(names);
});

test("sends each provider's key in the header that it expects", async () => {
  for (const id of ["openai", "anthropic", "google", "gateway"] as const) await ask(id, id, `key of ${id}`);
  await ask("openai-compatible", "openai-compatible");
  expect(server.asked.map(({ headers }) => headers)).toMatchObject([
    { authorization: "Bearer key of openai" },
    { "x-api-key": "key of anthropic", "anthropic-version": "2023-06-01" },
    { "x-goog-api-key": "key of google" },
    { authorization: "Bearer key of gateway", "ai-gateway-auth-method": "api-key" },
    {},
  ]);
  expect(server.asked.at(-1)?.headers.authorization).toBeUndefined();
});

test("takes a model's data from the server, else from the price list, else from the family", async () => {
  const one = async (id: ProviderId, name: string) =>
    (await ask(id, id)).find((model) => model.id === `${id}/${name}`);
  expect(await one("openai", "gpt-6-sol")).toMatchObject({
    name: "GPT-6 Sol",
    providerTitle: "OpenAI",
    contextWindow: 1_050_000,
    price: { input: 2 },
    can: { tools: true, images: true, reasoning: true },
  });
  expect(await one("anthropic", "claude-haiku-4-5-20251001")).toMatchObject({
    name: "Claude Haiku 4.5",
    contextWindow: 123,
    price: { input: 1 },
  });
  expect(await one("google", "gemini-3.8-flash")).toMatchObject({
    name: "Gemini 3.8 Flash",
    contextWindow: 1_000,
  });
  expect(await one("gateway", "xai/grok-9")).toMatchObject({
    name: "Grok 9",
    price: { input: 3, output: 15 },
  });
  expect(await one("openai-compatible", "vendor/model")).toMatchObject({
    name: "Vendor: Model",
    contextWindow: 65_536,
    price: { input: 0.5, output: 2 },
    can: { tools: true, images: true, reasoning: false },
    isLocal: true,
  });
});

test("drops a field with an unexpected value and keeps the model", async () => {
  const [, , odd] = await ask("openai-compatible", "openai-compatible");
  expect(odd).toMatchObject({
    name: "odd",
    contextWindow: null,
    price: null,
    can: { tools: null, images: null, reasoning: null },
  });
});

test("does not read an endless response to its end", async () => {
  await server.close();
  server = await modelServer(() => ({ body: `{"data":[${`{"id":"${"x".repeat(1_000)}"},`.repeat(9_000)}` }));
  const answer = await askForModels(providers.ollama, { baseUrl: server.url });
  expect(answer).toMatchObject({ ok: false, code: "wrong_address" });
});

test("recognizes Google's response to a wrong key", async () => {
  await server.close();
  const message = "API key not valid. Please pass a valid API key.";
  server = await modelServer(() => ({ status: 400, body: { error: { code: 400, message } } }));
  const answer = await askForModels(providers.google, { apiKey: "k", baseUrl: server.url });
  expect(answer).toMatchObject({
    ok: false,
    code: "bad_key",
    message: expect.stringMatching(/refused the key/),
  });
});
