import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Provider, startProvider } from "@/e2e/provider/server";
import { closeAll } from "@/lib/ground/base/process";
import { redact } from "@/lib/ground/base/redact";
import { sealKey } from "./reach";
import { closedAddress, modelServer, saved } from "./testing/server";
import { tryModel } from "./try-model";

let provider: Provider;
beforeEach(async () => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  provider = await startProvider({ models: ["text-embedding-x", "fake-model"] });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await provider.close();
  await closeAll();
});

const closed = await closedAddress();
const KEY = "top-secret-key-that-nobody-sees";
const compatible = (more: object = {}) => ({
  provider: "openai-compatible" as const,
  baseUrl: provider.url,
  ...more,
});

test("accepts a provider that answers, with a sensible default model", async () => {
  provider.script({ text: "OK" }, { reasoning: "hm" }, { text: "OK" });
  const fine = { ok: true, model: "openai-compatible/fake-model", milliseconds: expect.any(Number) };
  expect(await tryModel(compatible({ apiKey: KEY }), saved(), {})).toEqual(fine);
  expect(await tryModel(compatible(), saved(), {})).toEqual(fine);
  expect(await tryModel(compatible({ model: "openai-compatible/other" }), saved(), {})).toMatchObject({
    ok: true,
    model: "openai-compatible/other",
  });
  expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${KEY}`,
    undefined,
    undefined,
  ]);
});

test("tests the stored settings if none are given", async () => {
  const stored = saved({ openai: { apiKey: sealKey("openai", KEY), baseUrl: `http://${closed}` } });
  const asked: string[] = [];
  const server = await modelServer(({ headers }) => {
    asked.push(headers.authorization ?? "");
    return { status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}` } } };
  });
  const result = await tryModel({ provider: "openai", baseUrl: server.url }, stored, {});
  expect(result).toMatchObject({
    ok: false,
    code: "bad_key",
    message: expect.stringMatching(/refused the key/),
  });
  expect(new Set(asked)).toEqual(new Set([`Bearer ${KEY}`]));
  await server.close();
});

test("tests a new key instead of an unreadable stored one", async () => {
  const stored = saved({ openai: { apiKey: "v1.broken" } });
  expect(await tryModel({ provider: "openai" }, stored, {})).toMatchObject({ ok: false, code: "bad_key" });
  const request = { provider: "openai" as const, apiKey: KEY, baseUrl: `http://${closed}/v1` };
  expect(await tryModel(request, stored, {})).toMatchObject({ code: "unreachable" });
});

test.each([
  [{ provider: "openai" as const }, "not_set_up", /OpenAI needs a key/],
  [{ provider: "openai-compatible" as const }, "not_set_up", /needs an address/],
  [
    { provider: "lmstudio" as const, baseUrl: `http://${closed}/v1` },
    "unreachable",
    /LM Studio \(127\.0\.0\.1:\d+\) cannot be reached/,
  ],
  [
    { provider: "lmstudio" as const, baseUrl: `http://${closed}/v1`, model: "x" },
    "unreachable",
    /127\.0\.0\.1:\d+\) cannot be reached/,
  ],
  // Browsers and `fetch` refuse to connect to port 6000, but a model server may use it.
  [
    { provider: "ollama" as const, baseUrl: "http://127.0.0.1:6000/v1", model: "x" },
    "unreachable",
    /\(127\.0\.0\.1:6000\) cannot be reached/,
  ],
])("reports %j as %s", async (request, code, message) => {
  expect(await tryModel(request, saved(), {})).toEqual({
    ok: false,
    code,
    message: expect.stringMatching(message),
  });
});

const html = { type: "text/html", body: "<h1>Welcome</h1>" };
test.each([
  ["a web page", html, undefined, "wrong_address", /it usually ends in \/v1/],
  ["a web page in response to a request to a model", html, "x", "wrong_address", /it usually ends in \/v1/],
  ["a missing page", { ...html, status: 404 }, "x", "wrong_address", /with status 404.*ends in \/v1/],
  ["a refused key", { status: 401, body: {} }, undefined, "bad_key", /requires a key \(401\)/],
  ["a server without a loaded model", { body: { data: [] } }, undefined, "no_model", /lists no model. Load/],
  ["too many requests", { status: 429, body: {} }, undefined, "rate_limited", /429/],
  ["a broken server", { status: 500, body: {} }, undefined, "provider_down", /\(500\)/],
  [
    "a response that is not JSON",
    { body: "{{{" },
    undefined,
    "wrong_address",
    /not answer with a list of models/,
  ],
] as const)("explains %s", async (_, reply, model, code, message) => {
  const server = await modelServer(() => reply);
  const result = await tryModel({ provider: "openai-compatible", baseUrl: server.url, model }, saved(), {});
  expect(result).toEqual({ ok: false, code, message: expect.stringMatching(message) });
  expect(JSON.stringify(result)).not.toMatch(/<h1>/);
  await server.close();
});

test.each([
  [{ status: 404, message: "The model `x` does not exist", code: "model_not_found" }, "unknown_model"],
  [{ status: 402, message: "No credit" }, "out_of_credit"],
  [{ error: "Overloaded" }, "provider_down"],
  [{ finish: "stop" as const }, "unavailable"],
])("explains a model that answers %j", async (turn, code) => {
  provider.script(turn);
  const result = await tryModel(compatible({ model: "x", apiKey: KEY }), saved(), {});
  expect(result).toMatchObject({ ok: false, code, message: expect.stringMatching(/\w/) });
});

test("tests a key that may not list models with the provider's usual model", async () => {
  const server = await modelServer(({ path }) =>
    path === "/v1/models"
      ? { status: 403, body: {} }
      : { status: 429, body: { error: { message: "slow down" } } },
  );
  const request = { provider: "openai" as const, apiKey: KEY, baseUrl: server.url };
  expect(await tryModel(request, saved(), {})).toMatchObject({ ok: false, code: "rate_limited" });
  expect(JSON.parse(server.asked[1]?.body ?? "")).toMatchObject({ model: "gpt-5.2" });
  await server.close();
});

test("fails after fifteen seconds without an answer of the model", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const late = new AbortController();
    setTimeout(() => late.abort(new DOMException("late", "TimeoutError")), ms / 100);
    return late.signal;
  });
  provider.script({ hang: true });
  expect(await tryModel(compatible({ model: "x" }), saved(), {})).toMatchObject({
    ok: false,
    code: "timed_out",
  });
  expect(timeout).toHaveBeenCalledWith(15_000);
  timeout.mockRestore();
});

test("never shows a tested key, whatever the server returns", async () => {
  const server = await modelServer(({ headers }) => ({
    status: 400,
    body: { error: { message: `I got ${headers.authorization} from you` } },
  }));
  for (const model of ["x", undefined]) {
    const request = { provider: "openai" as const, apiKey: KEY, baseUrl: server.url, model };
    const result = await tryModel(request, saved(), {});
    expect(result).toMatchObject({ ok: false });
    expect(JSON.stringify(result)).not.toContain(KEY);
  }
  expect(redact(`later: ${KEY}`)).toBe("later: [hidden]");
  await server.close();
});
