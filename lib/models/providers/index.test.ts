import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { defaultModel, resolveModel } from "./index";
import { sealKey } from "./reach";
import { type ModelServer, modelServer, saved } from "./testing/server";

let server: ModelServer;
let listed: { status?: number; body: unknown };

const MODELS = { data: [{ id: "text-embedding-3" }, { id: "meta/llama-3" }, { id: "other" }] };

beforeEach(async () => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  listed = { body: MODELS };
  server = await modelServer(({ path }) =>
    path === "/v1/models" ? listed : { status: 400, body: { error: { message: "no" } } },
  );
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await closeAll();
});

const nothing = saved();
const withKey = (provider: string, apiKey: string, baseUrl?: string) =>
  saved({ [provider]: { apiKey: sealKey(provider, apiKey), baseUrl } });
const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "hi" }] }];

test("uses the demo without configuration", async () => {
  expect(await resolveModel(undefined, nothing, {})).toMatchObject({
    id: "demo",
    provider: "demo",
    name: "Demo (a script)",
    isLocal: true,
    price: null,
  });
});

test.each([
  [{ OPENAI_API_KEY: "k" }, "openai/gpt-5.2"],
  [{ ANTHROPIC_API_KEY: "k" }, "anthropic/claude-sonnet-5"],
  [{ GOOGLE_GENERATIVE_AI_API_KEY: "k" }, "google/gemini-3.8-flash"],
  [{ AI_GATEWAY_API_KEY: "k" }, "gateway/anthropic/claude-sonnet-5"],
  [{ ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", GOOGLE_GENERATIVE_AI_API_KEY: "k" }, "openai/gpt-5.2"],
  [{ ANTHROPIC_API_KEY: "k", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" }, "anthropic/claude-sonnet-5"],
  [{ OPENAI_API_KEY: "k", EASEL_MODEL: " demo " }, "demo"],
  [{ ANTHROPIC_BASE_URL: "http://127.0.0.1:1/v1" }, "demo"],
])("%j selects %s without a request", async (environment, id) => {
  expect(await defaultModel(nothing, environment)).toBe(id);
});

test("prefers the user's settings to the environment", async () => {
  const environment = {
    EASEL_MODEL: "demo",
    OPENAI_API_KEY: "env",
    OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
  };
  expect(await defaultModel(saved({}, "openai/gpt-5-mini"), environment)).toBe("openai/gpt-5-mini");
  expect(await defaultModel(withKey("anthropic", "mine"), {})).toBe("anthropic/claude-sonnet-5");
  const { model } = await resolveModel("openai/x", withKey("openai", "mine", server.url), environment);
  await expect(model.doStream({ prompt })).rejects.toMatchObject({ statusCode: 400 });
  expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(["Bearer mine"]);
});

test("resolves key and address separately: a saved address uses the environment's key", async () => {
  const settings = saved({ anthropic: { baseUrl: server.url } });
  const { model } = await resolveModel("anthropic/x", settings, { ANTHROPIC_API_KEY: "env" });
  await expect(model.doStream({ prompt })).rejects.toMatchObject({ statusCode: 400 });
  expect(server.asked[0]).toMatchObject({ path: "/v1/messages", headers: { "x-api-key": "env" } });
});

test("does not send the environment's OpenAI key to a server whose address the user saved", async () => {
  const settings = saved({ "openai-compatible": { baseUrl: server.url } });
  const { model } = await resolveModel("openai-compatible/x", settings, { OPENAI_API_KEY: "env" });
  await expect(model.doStream({ prompt })).rejects.toMatchObject({ statusCode: 400 });
  expect(server.asked[0]?.headers.authorization).toBeUndefined();
});

test("uses a server's first chat model as default and asks for it once", async () => {
  const environment = { OPENAI_BASE_URL: `${server.url}/`, OPENAI_API_KEY: "k" };
  const ask = (choice?: string | null) => resolveModel(choice, nothing, environment);
  const models = await Promise.all([ask(""), ask(null)]);
  expect(models[0]).toMatchObject({
    id: "openai-compatible/meta/llama-3",
    name: "meta/llama-3",
    isLocal: true,
    baseUrl: `${server.url}/`,
  });
  expect((await ask()).model).toBe(models[1]?.model);
  expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(["Bearer k"]);
});

test.each([
  [{ body: { data: [] } }, /lists no model/],
  [{ body: "<html>" }, /not answer with a list of models.*ends in \/v1/],
  [{ status: 404, body: {} }, /with status 404.*ends in \/v1/],
  [{ status: 401, body: {} }, /requires a key \(401\)/],
])("explains the answer %j to a request for models, and asks again next time", async (bad, message) => {
  listed = bad;
  const environment = { OPENAI_BASE_URL: server.url };
  await expect(defaultModel(nothing, environment)).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(message),
  });
  listed = { body: MODELS };
  expect(await defaultModel(nothing, environment)).toBe("openai-compatible/meta/llama-3");
});

test("names an unreachable server without its credentials", async () => {
  await server.close();
  const OPENAI_BASE_URL = `http://user:secret@${server.host}/v1?key=secret`;
  const error = await defaultModel(nothing, { OPENAI_BASE_URL }).catch((thrown: Error) => thrown.message);
  expect(error).toMatch(/127\.0\.0\.1:\d+\) cannot be reached.*Settings → Models/);
  expect(error).not.toContain("secret");
});

test("caches a model by its settings and creates a new one for another key", async () => {
  const ask = (OPENAI_API_KEY: string) => resolveModel("openai/gpt-5.2", nothing, { OPENAI_API_KEY });
  const first = await ask("a");
  expect(first).toMatchObject({
    provider: "openai",
    providerTitle: "OpenAI",
    name: "GPT-5.2",
    contextWindow: 400_000,
    price: { input: 1.75, output: 14 },
    isLocal: false,
  });
  expect((await ask("a")).model).toBe(first.model);
  expect((await ask("b")).model).not.toBe(first.model);
});

test.each([
  ["openai/gpt-5.2", "/v1/responses"],
  ["openai-compatible/some/model", "/v1/chat/completions"],
])("sends requests of %s with the key to %s", async (choice, path) => {
  const { model } = await resolveModel(choice, nothing, {
    OPENAI_API_KEY: "k",
    OPENAI_BASE_URL: server.url,
  });
  await expect(model.doStream({ prompt })).rejects.toMatchObject({ statusCode: 400 });
  expect(server.asked).toMatchObject([{ path, headers: { authorization: "Bearer k" } }]);
  const sent = JSON.parse(server.asked[0]?.body ?? "");
  if (path === "/v1/responses") expect(sent).toMatchObject({ model: "gpt-5.2", store: false });
  else expect(sent).toMatchObject({ model: "some/model", stream_options: { include_usage: true } });
});

test.each([
  ["opena1/gpt", {}, /no model "opena1\/gpt".*EASEL_MODEL/],
  ["constructor", {}, /no model "constructor"/],
  ["openai", { OPENAI_API_KEY: "k" }, /OpenAI needs a model name\./],
  ["openai/", { OPENAI_API_KEY: "k" }, /needs a model name/],
  ["demo/gpt", {}, /no models to choose from/],
  ["openai/gpt-5.2", {}, /Settings → Models.*OPENAI_API_KEY/],
  ["google/gemini-3.8-flash", {}, /Google needs a key.*GOOGLE_GENERATIVE_AI_API_KEY/],
  ["openai-compatible/x", {}, /Settings → Models.*OPENAI_BASE_URL/],
])("rejects the choice %s with the environment %j and a remedy", async (choice, environment, message) => {
  await expect(resolveModel(choice, nothing, environment)).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringMatching(message),
  });
});

test("reports an unreadable key instead of using the environment's", async () => {
  const settings = withKey("openai", "mine");
  await closeAll();
  vi.stubEnv("EASEL_SECRET", "correct horse batterz");
  await expect(resolveModel("openai/gpt-5.2", settings, { OPENAI_API_KEY: "env" })).rejects.toMatchObject({
    code: "invalid",
    message: "OpenAI: The stored key cannot be read with this EASEL_SECRET. Enter it again.",
  });
});
