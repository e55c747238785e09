import { afterAll, expect, test } from "vitest";
import type { Env } from "@/lib/ground/base/env";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { modelName, readConnectedModels } from "./describe.ts";

const { url, drop } = await testDatabase();
afterAll(drop);

const nothing = { model: null, providers: [] };
const named = (env: Partial<Env>, stored: { model?: string; providers?: string[] } = {}) =>
  modelName(env as Env, { ...nothing, ...stored });

test("the start names the demo model and that no provider is connected", () => {
  expect(named({})).toBe("demo model (no provider connected)");
  expect(named({ EASEL_MODEL: "demo" })).toBe("demo model");
});

test("the start names the model of the settings before that of the environment", () => {
  expect(named({ EASEL_MODEL: "openai/gpt-5.2" })).toBe("openai/gpt-5.2");
  expect(named({ EASEL_MODEL: "demo" }, { model: "google/gemini" })).toBe("google/gemini");
});

test("without a chosen model, the start names the first connected provider", () => {
  expect(named({ ANTHROPIC_API_KEY: "k" })).toBe("a model of Anthropic");
  expect(named({ ANTHROPIC_API_KEY: "k" }, { providers: ["openai"] })).toBe("a model of OpenAI");
  expect(named({ OPENAI_BASE_URL: "http://localhost:8000/v1" })).toBe("a model of localhost:8000");
  expect(named({ OPENAI_BASE_URL: "http://h:1/v1", OPENAI_API_KEY: "k" })).toBe("a model of h:1");
  expect(named({}, { providers: ["openai-compatible"] })).toBe("a model of your OpenAI-compatible server");
});

test("reads the chosen model and the providers with a key or an address", async () => {
  expect(await readConnectedModels(url)).toEqual(nothing);
  await sql()`insert into workspace_settings (key, value) values
    ('general', '{"model":"openai/x"}'), ('provider:openai', '{"apiKey":"sealed"}'), ('provider:google', '{}'),
    ('search:brave', '{"apiKey":"sealed"}')`;
  expect(await readConnectedModels(url)).toEqual({ model: "openai/x", providers: ["openai"] });
});
