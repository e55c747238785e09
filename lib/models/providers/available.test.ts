import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { availableModels } from "./available";
import { lmstudio, ollama } from "./openai-compatible";
import { sealKey } from "./reach";
import { LISTS } from "./testing/lists";
import { closedAddress, type ModelServer, modelServer, saved } from "./testing/server";

// Use an address without a server, so that the tests find no local servers of this machine.
const closed = `http://${await closedAddress()}`;
Object.assign(ollama, { defaultUrl: closed });
Object.assign(lmstudio, { defaultUrl: closed });

let server: ModelServer;
let lists: Record<string, unknown>;
beforeEach(async () => {
  lists = { ...LISTS };
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  server = await modelServer(({ path }) =>
    path in lists ? { body: lists[path] } : { status: 404, type: "text/html", body: "<h1>Not found</h1>" },
  );
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await closeAll();
});

const at = (path: string) => `http://${server.host}/${path}`;
const provider = (id: string, path = id) => ({
  [id]: { apiKey: sealKey(id, `key of ${id}`), baseUrl: at(path) },
});
const compatible = (path = "openai-compatible") => ({ "openai-compatible": { baseUrl: at(path) } });
const ids = ({ models }: { models: { id: string }[] }) => models.map(({ id }) => id);

test("offers only the demo without configuration", async () => {
  const view = await availableModels(saved(), {});
  expect(view).toMatchObject({ default: "demo", problems: [] });
  expect(view.models.at(-1)).toEqual({
    id: "demo",
    name: "Demo (a script)",
    provider: "demo",
    providerTitle: "Demo",
    contextWindow: null,
    can: { tools: true, images: false, reasoning: false },
    price: null,
    isLocal: true,
  });
});

test("lists a provider's models once in five minutes, and again after a change of the key", async () => {
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (input: string, init: RequestInit) =>
    fetch(input.replace("https://api.anthropic.com/v1", at("anthropic")), init),
  );
  vi.useFakeTimers({ toFake: ["performance"] });
  const ask = async (ANTHROPIC_API_KEY: string) => {
    await Promise.all([1, 2].map(() => availableModels(saved(), { ANTHROPIC_API_KEY })));
    return server.asked.map(({ headers }) => headers["x-api-key"]).join("");
  };
  expect(await ask("a")).toBe("a");
  expect(await ask("a")).toBe("a");
  expect(await ask("b")).toBe("ab");
  vi.advanceTimersByTime(5 * 60_000);
  expect(await ask("a")).toBe("aba");
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("looks for local servers on each request, and omits a missing one without reporting a problem", async () => {
  Object.assign(ollama, { defaultUrl: at("openai-compatible") });
  expect(ids(await availableModels(saved(), {}))).toContain("ollama/qwen3:8b");
  lists["/openai-compatible/models"] = { data: [{ id: "pulled-just-now" }] };
  expect(ids(await availableModels(saved(), {}))).toContain("ollama/pulled-just-now");
  Object.assign(ollama, { defaultUrl: closed });
  const began = performance.now();
  expect(await availableModels(saved(), {})).toMatchObject({ default: "demo", problems: [] });
  expect(performance.now() - began).toBeLessThan(350);
});

test("reports an unreachable provider as a problem and offers its well-known models", async () => {
  const settings = saved({
    ...provider("openai", "nothing"),
    ...provider("google", "nothing"),
    ...compatible("nothing"),
    ollama: { baseUrl: closed },
  });
  const view = await availableModels(settings, {});
  expect(ids(view)).toContain("openai/gpt-5.2");
  expect(ids(view)).toContain("google/gemini-3.8-flash");
  expect(view.default).toBe("openai/gpt-5.2");
  const messages = Object.fromEntries(view.problems.map(({ provider, message }) => [provider, message]));
  expect(messages.openai).toMatch(
    /^OpenAI \(127\.0\.0\.1:\d+\) answered with status 404\..*it usually ends in \/v1\.$/,
  );
  expect(messages.google).toMatch(/it usually ends in \/v1beta\.$/);
  expect(messages["openai-compatible"]).toMatch(/usually ends in \/v1\.$/);
  expect(messages.ollama).toMatch(/^Ollama \(127\.0\.0\.1:\d+\) cannot be reached/);
});

test("names only the provider as default if its server is unreachable", async () => {
  const view = await availableModels(saved({ ...compatible("nothing") }), {});
  expect(view.default).toBe("openai-compatible");
});

test("waits three seconds for a server that never responds, and lists the others", async () => {
  const silent = await modelServer(() => ({ hang: true }));
  const began = performance.now();
  const view = await availableModels(
    saved({ ...provider("anthropic"), "openai-compatible": { baseUrl: silent.url } }),
    {},
  );
  expect(performance.now() - began).toBeLessThan(3_900);
  expect(ids(view)).toContain("anthropic/claude-sonnet-5");
  expect(view.problems).toContainEqual({
    provider: "openai-compatible",
    message: `OpenAI-compatible server (${silent.host}) did not answer within 3 seconds. Try again.`,
  });
  await silent.close();
});

test("sends no key to the target of a redirect", async () => {
  const thief = await modelServer(() => ({ body: LISTS["/anthropic/models?limit=1000"] }));
  const pointing = await modelServer(() => ({ status: 302, headers: { location: `${thief.url}/models` } }));
  const settings = saved({
    anthropic: { apiKey: sealKey("anthropic", "k"), baseUrl: pointing.url },
  });
  expect((await availableModels(settings, {})).problems[0]?.message).toMatch(/with status 302/);
  expect(thief.asked).toEqual([]);
  await Promise.all([thief.close(), pointing.close()]);
});

test("lists the server of OPENAI_BASE_URL once, as openai-compatible", async () => {
  const environment = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: at("openai-compatible") };
  const view = await availableModels(saved(), environment);
  expect(ids(view).filter((id) => id.endsWith("qwen3:8b"))).toEqual(["openai-compatible/qwen3:8b"]);
  expect(view.default).toBe("openai-compatible/qwen3:8b");
  const mine = await availableModels(saved({ openai: { apiKey: sealKey("openai", "k") } }), environment);
  expect(ids(mine)).toContain("openai/qwen3:8b");
});

test("reports an unreadable key as a problem", async () => {
  const settings = saved({ openai: { apiKey: "v1.tampered", baseUrl: server.url } });
  expect((await availableModels(settings, {})).problems[0]).toEqual({
    provider: "openai",
    message: "OpenAI: The stored key cannot be read with this EASEL_SECRET. Enter it again.",
  });
});
