import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { POST as testRoute } from "@/app/api/models/test/route";
import { log } from "@/lib/ground/base/log";
import { closeAll } from "@/lib/ground/base/process";
import { resolveModel } from "@/lib/models/providers/index";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { PROVIDERS, settingsView } from "@/lib/shared/settings";
import { resolveAgent } from "@/lib/store/agents/agents";
import { readSettings } from "@/lib/store/agents/settings";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { GET, PUT } from "./route";

const database = await testDatabase();
const KEY = "my-very-own-key-0123456789";

beforeEach(() => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
});
afterEach(async () => {
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
  vi.unstubAllEnvs();
  await closeAll();
});
afterAll(() => database.drop());

const get = async () => settingsView.parse(await (await GET(testRequest("/api/settings"))).json()).settings;
const put = async (body: unknown) =>
  answer(await PUT(testRequest("/api/settings", { method: "PUT", body: JSON.stringify(body) })));
const provider = async (id: string) => (await get()).providers.find((each) => each.id === id);
const storedText = async () =>
  JSON.stringify([
    ...(await sql()`select * from settings`),
    ...(await sql()`select * from workspace_settings`),
  ]);
const restart = async (changes: Record<string, string>) => {
  await closeAll();
  for (const [name, value] of Object.entries(changes)) vi.stubEnv(name, value);
};

test("returns the defaults and all providers when nothing is set", async () => {
  const settings = await get();
  expect(settings).toMatchObject({
    model: null,
    titles: "model",
    limits: { steps: 100, minutes: 30, tokens: 2_000_000, silence: null, cost: null },
  });
  expect(settings.providers.map(({ id }) => id)).toEqual([...PROVIDERS]);
  expect(settings.providers[0]).toEqual({
    id: "openai",
    title: "OpenAI",
    needsKey: true,
    takesUrl: true,
    defaultUrl: "https://api.openai.com/v1",
    keyFrom: null,
    keyVariable: "OPENAI_API_KEY",
    urlVariable: "OPENAI_BASE_URL",
    baseUrl: null,
    baseUrlFrom: null,
    problem: null,
  });
});

test("stores an IANA time zone, uses the server's for null, and returns 422 for others", async () => {
  const server = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect((await get()).general).toEqual({ timeZone: null, timeZoneUsed: server });
  const { settings } = await put({ general: { timeZone: " America/Sao_Paulo " } });
  expect(settings.general).toEqual({ timeZone: "America/Sao_Paulo", timeZoneUsed: "America/Sao_Paulo" });
  expect((await put({ titles: "words" })).settings.general.timeZone).toBe("America/Sao_Paulo");
  for (const timeZone of ["Middle/Earth", "+02:00", "", 7])
    expect(await put({ general: { timeZone } })).toMatchObject({
      status: 422,
      error: { details: [{ path: "general.timeZone" }] },
    });
  expect((await put({ general: { zone: "UTC" } })).status).toBe(422);
  expect((await put({ general: { timeZone: null } })).settings.general.timeZoneUsed).toBe(server);
});

test("changes the given fields, removes them with null, and returns the resulting settings", async () => {
  const change = {
    model: "anthropic/claude-sonnet-5",
    titles: "words",
    limits: { steps: 7, cost: 0.5 },
    providers: { anthropic: { apiKey: ` ${KEY}\n`, baseUrl: " http://localhost:1/v1 " } },
  };
  const { status, settings } = await put(change);
  expect(status).toBe(200);
  expect(settings).toEqual(await get());
  expect(settings).toMatchObject({
    model: change.model,
    titles: "words",
    limits: { steps: 7, cost: 0.5, minutes: 30 },
  });
  expect(await provider("anthropic")).toMatchObject({
    keyFrom: "settings",
    baseUrl: "http://localhost:1/v1",
    baseUrlFrom: "settings",
  });
  await put({ model: null, limits: { cost: null }, providers: { anthropic: { baseUrl: null } } });
  expect(await get()).toMatchObject({ model: null, titles: "words", limits: { steps: 7, cost: null } });
  expect(await provider("anthropic")).toMatchObject({
    keyFrom: "settings",
    baseUrl: null,
    baseUrlFrom: null,
  });
  await put({ providers: { anthropic: { apiKey: null } } });
  expect(await provider("anthropic")).toMatchObject({ keyFrom: null });
  expect((await put({})).status).toBe(200);
});

test("applies a change to the next message", async () => {
  const agentId = await resolveAgent();
  const now = async () => (await resolveModel(null, await readSettings(agentId))).id;
  expect(await now()).toBe("demo");
  await put({ providers: { google: { apiKey: KEY } } });
  expect(await now()).toBe("google/gemini-3.8-flash");
  await put({ model: "google/gemini-2.5-pro" });
  expect(await now()).toBe("google/gemini-2.5-pro");
});

test("returns values of the environment without secrets", async () => {
  await restart({
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: "http://me:hunter2secret@localhost:1/v1?key=hunter2secret",
  });
  const openai = await provider("openai");
  expect(openai).toMatchObject({
    keyFrom: "environment",
    baseUrl: "http://localhost:1/v1",
    baseUrlFrom: "environment",
  });
  expect(JSON.stringify(await get())).not.toMatch(/hunter2secret|my-very-own/);
  await put({ providers: { openai: { apiKey: "another-key" } } });
  expect(await provider("openai")).toMatchObject({ keyFrom: "settings", baseUrlFrom: "environment" });
});

test("a key occurs in no response, table, log or error", async () => {
  const written: string[] = [];
  const stderr = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  const answers = [
    await put({ providers: { openai: { apiKey: KEY, baseUrl: "http://127.0.0.1:1/v1" } } }),
    await get(),
    await answer(
      await testRoute(testRequest("/api/models/test", { method: "POST", body: { provider: "openai" } })),
    ),
  ];
  log.error("Something broke", new Error(`with ${KEY}`, { cause: { KEY } }));
  const error = await resolveModel("openai/x", await readSettings(await resolveAgent()))
    .then(({ model }) => model.doStream({ prompt: [] }))
    .catch((thrown: unknown) => thrown);
  log.error("A model call failed", error);
  stderr.mockRestore();
  expect(answers[2]).toMatchObject({ ok: false });
  for (const text of [JSON.stringify(answers), await storedText(), written.join(""), String(error)]) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(Buffer.from(KEY).toString("base64url"));
  }
  expect(written.join("")).toContain("Something broke");
});

test("reports an unreadable key after EASEL_SECRET or the row has changed", async () => {
  await put({ providers: { openai: { apiKey: KEY }, google: { apiKey: KEY } } });
  await sql()`update workspace_settings set value = (select value from workspace_settings where key = 'provider:openai')
    where key = 'provider:google'`;
  expect((await provider("openai"))?.problem).toBeNull();
  expect((await provider("google"))?.problem).toMatch(/cannot be read/);
  await restart({ EASEL_SECRET: "correct horse batterz" });
  expect(await provider("openai")).toMatchObject({
    keyFrom: "settings",
    problem: "The stored key cannot be read with this EASEL_SECRET. Enter it again.",
  });
  await put({ providers: { openai: { apiKey: KEY } } });
  expect((await provider("openai"))?.problem).toBeNull();
});

test.each([
  [{ providers: { openai: { apiKey: "" } } }, /at least one character/],
  [{ providers: { openai: { apiKey: "   " } } }, /at least one character/],
  [{ providers: { openai: { apiKey: `${KEY}\r\nx-evil: 1` } } }, /no spaces/],
  [{ providers: { openai: { apiKey: `${KEY} ${KEY}` } } }, /no spaces/],
  [{ providers: { openai: { apiKey: `ключ${KEY}` } } }, /ASCII/],
  [{ providers: { openai: { apiKey: KEY.repeat(100) } } }, /A key has at most 2,000 characters/],
  [{ providers: { openai: { baseUrl: "" } } }, /begins with http/],
  [{ providers: { openai: { baseUrl: "localhost:11434" } } }, /begins with http/],
  [{ providers: { openai: { baseUrl: "file:///etc/passwd" } } }, /begins with http/],
  [{ providers: { openai: { baseUrl: "ftp://host/v1" } } }, /begins with http/],
  [{ providers: { openai: { baseUrl: "javascript:alert(1)" } } }, /begins with http/],
  [{ providers: { openai: { baseUrl: "http://" } } }, /begins with http/],
  [{ providers: { openai: { baseUrl: `http://me:${KEY}@host/v1` } } }, /without user name/],
  [{ providers: { openai: { baseUrl: `http://host/v1?key=${KEY}` } } }, /without user name/],
  [{ providers: { openai: { baseUrl: `http://host/${"x".repeat(3_000)}` } } }, /./],
  [{ providers: { nobody: { apiKey: KEY } } }, /./],
  [{ providers: { openai: { apiKey: KEY, secret: KEY } } }, /Unknown field/],
  [{ model: "" }, /./],
  [{ model: "nobody/x" }, /no model "nobody\/x"/],
  [{ model: "openai" }, /OpenAI needs a model name/],
  [{ limits: { steps: 0 } }, /./],
  [{ limits: { cost: -1 } }, /./],
  [{ titles: "sometimes" }, /./],
  [{ providers: { openai: { apiKey: { toString: KEY } } } }, /./],
])("returns 422 for %j without storing or repeating it", async (body, message) => {
  const refused = await put(body);
  expect(refused).toMatchObject({ status: 422, error: { code: "invalid" } });
  expect(refused.error.message).toMatch(message);
  expect(JSON.stringify(refused)).not.toContain(KEY);
  expect(await storedText()).toBe("[]");
});
