import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeAll } from "@/lib/process";
import { defaultModel, resolveModel } from "./index";

let server: Server;
let base: string;
let asked: (string | undefined)[];
let bodies: { path?: string; body: string }[];
let answer: { status: number; body: unknown };

beforeEach(async () => {
  asked = [];
  bodies = [];
  answer = {
    status: 200,
    body: { data: [{ id: "text-embedding-3" }, { id: "meta/llama-3" }, { id: "other" }] },
  };
  server = createServer(async (request, response) => {
    asked.push(request.headers.authorization);
    bodies.push({ path: request.url, body: await text(request) });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await closeAll();
});

test("without any setting the demo answers", async () => {
  expect(await resolveModel(undefined, {})).toMatchObject({
    id: "demo",
    provider: "demo",
    label: "Demo (a script)",
  });
});

test.each([
  [{ OPENAI_API_KEY: "k" }, "openai/gpt-5.2"],
  [{ OPENAI_API_KEY: "k", EASEL_MODEL: " demo " }, "demo"],
  [
    { EASEL_MODEL: "openai-compatible/a/b", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" },
    "openai-compatible/a/b",
  ],
])("%j chooses %s without asking the network", async (settings, id) => {
  expect(await defaultModel(settings)).toBe(id);
});

test("a server's first model that chats is the default, and is asked for once", async () => {
  const settings = { OPENAI_BASE_URL: `${base}/`, OPENAI_API_KEY: "k" };
  const models = await Promise.all([resolveModel("", settings), resolveModel(undefined, settings)]);
  expect(models[0]).toMatchObject({ id: "openai-compatible/meta/llama-3", label: "meta/llama-3" });
  expect((await resolveModel(undefined, settings)).model).toBe(models[1]?.model);
  expect(asked).toEqual(["Bearer k"]);
});

test.each([
  [{ status: 200, body: { data: [] } }, /lists no model/],
  [{ status: 200, body: "<html>" }, /does not answer with a list of models/],
  [{ status: 404, body: {} }, /answers with 404.*ends in \/v1/],
  [{ status: 401, body: {} }, /refuses the key \(401\).*OPENAI_API_KEY/],
])("a server that answers %j is explained, and asked again next time", async (bad, message) => {
  const good = answer;
  answer = bad;
  const chosen = defaultModel({ OPENAI_BASE_URL: base });
  await expect(chosen).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(message),
  });
  answer = good;
  expect(await defaultModel({ OPENAI_BASE_URL: base })).toBe("openai-compatible/meta/llama-3");
});

test("an unreachable server is named without its credentials", async () => {
  const OPENAI_BASE_URL = base.replace("127.0.0.1", "user:secret@127.0.0.1").replace("/v1", "/v1?key=secret");
  server.closeAllConnections();
  server.close();
  const error = await defaultModel({ OPENAI_BASE_URL }).catch((thrown: Error) => thrown.message);
  expect(error).toMatch(/127\.0\.0\.1:\d+\/v1.* gives no answer.*EASEL_MODEL/);
  expect(error).not.toContain("secret");
});

test("a model is made once for the same settings, and anew when the key changes", async () => {
  const first = await resolveModel("openai/gpt-5.2", { OPENAI_API_KEY: "a" });
  expect(first).toMatchObject({ provider: "openai", label: "gpt-5.2", contextWindow: 400_000 });
  expect((await resolveModel("openai/gpt-5.2", { OPENAI_API_KEY: "a" })).model).toBe(first.model);
  expect((await resolveModel("openai/gpt-5.2", { OPENAI_API_KEY: "b" })).model).not.toBe(first.model);
});

test.each([
  ["openai/gpt-5.2", "/v1/responses"],
  ["openai-compatible/some/model", "/v1/chat/completions"],
])("%s asks the server with its key at %s", async (choice, path) => {
  answer = { status: 400, body: {} };
  const { model } = await resolveModel(choice, { OPENAI_API_KEY: "k", OPENAI_BASE_URL: base });
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "hi" }] }];
  await expect(model.doStream({ prompt })).rejects.toMatchObject({ statusCode: 400 });
  expect(asked).toEqual(["Bearer k"]);
  expect(bodies[0]?.path).toBe(path);
  const sent = JSON.parse(bodies[0]?.body ?? "");
  if (path === "/v1/responses") expect(sent).toMatchObject({ model: "gpt-5.2", store: false });
  else expect(sent).toMatchObject({ model: "some/model", stream_options: { include_usage: true } });
});

test.each([
  ["opena1/gpt", {}, /no model "opena1\/gpt".*EASEL_MODEL/],
  ["constructor", {}, /no model "constructor"/],
  ["openai", { OPENAI_API_KEY: "k" }, /Which model of openai\?.*EASEL_MODEL/],
  ["openai/", { OPENAI_API_KEY: "k" }, /Which model/],
  ["demo/gpt", {}, /no models to choose from.*EASEL_MODEL/],
  ["openai/gpt-5.2", {}, /OPENAI_API_KEY.*EASEL_MODEL/],
  ["openai-compatible/x", {}, /OPENAI_BASE_URL.*EASEL_MODEL/],
])("the choice %s with %j is refused with the remedy", async (choice, settings, message) => {
  await expect(resolveModel(choice, settings)).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringMatching(message),
  });
});
