import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Provider, startProvider } from "@/e2e/provider/server";
import { closeAll } from "@/lib/ground/base/process";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { modelsView, modelTestResult } from "@/lib/shared/settings";
import { resolveAgent } from "@/lib/store/agents/agents";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { testDatabase } from "@/lib/store/testing/database";
import { GET } from "./route";
import { POST } from "./test/route";

const database = await testDatabase();
let provider: Provider;

beforeEach(async () => {
  provider = await startProvider();
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  await changeSetting(await resolveAgent(), "provider:openai-compatible", { baseUrl: provider.url });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await provider.close();
  await closeAll();
});
afterAll(() => database.drop());

const tried = async (body: unknown) =>
  answer(await POST(testRequest("/api/models/test", { method: "POST", body: JSON.stringify(body) })));

test("lists the models of configured providers, the demo last", async () => {
  const view = modelsView.parse(await (await GET(testRequest("/api/models"))).json());
  expect(view.models.map(({ id }) => id)).toContain("openai-compatible/fake-model");
  expect(view.models.at(-1)?.id).toBe("demo");
  expect(view.default).toBe("openai-compatible/fake-model");
});

test("tests a stored provider and returns the model that answered", async () => {
  const result = await tried({ provider: "openai-compatible" });
  expect(modelTestResult.parse(result)).toMatchObject({ ok: true, model: "openai-compatible/fake-model" });
});

test.each([
  [{}, 422],
  [{ provider: "demo" }, 422],
  [{ provider: "openai", apiKey: "a\nb" }, 422],
  [{ provider: "openai", apiKey: "k".repeat(2_001) }, 422],
  [{ provider: "ollama", baseUrl: "file:///etc/passwd" }, 422],
  [{ provider: "ollama", baseUrl: "http://user:pw@localhost" }, 422],
  [{ provider: "ollama", model: "" }, 422],
  [{ provider: "ollama", extra: 1 }, 422],
])("returns an error for %j, with status %d", async (body, status) => {
  expect(await tried(body)).toMatchObject({ status, error: { code: "invalid" } });
});
