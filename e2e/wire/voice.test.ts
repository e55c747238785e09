import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { POST as sayAloud } from "@/app/api/voice/speech/route";
import { POST as transcribe } from "@/app/api/voice/transcriptions/route";
import { sealKey } from "@/lib/models/providers/reach";
import { resolveAgent } from "@/lib/store/agents/agents";
import { changeSettings } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { recording } from "../provider/audio";
import { type Provider, startProvider } from "../provider/server";

let database: Awaited<ReturnType<typeof testDatabase>>;
let provider: Provider;
let agentId: string;
beforeAll(async () => {
  [database, provider] = await Promise.all([testDatabase(), startProvider()]);
  agentId = await resolveAgent();
});
afterAll(() => Promise.all([provider.close(), database.drop()]));
beforeEach(() => sql()`with shared as (delete from workspace_settings) delete from settings`);

const KEYS = { openai: "a-key-for-tests", "openai-compatible": undefined };

const connect = (id: keyof typeof KEYS, general: object = {}) => {
  const apiKey = KEYS[id] && sealKey(id, KEYS[id]);
  return changeSettings(agentId, { [`provider:${id}`]: { apiKey, baseUrl: provider.url }, general });
};

const post = (route: typeof transcribe, body: BodyInit, type: string) =>
  route(
    new Request("http://localhost:3000/api/voice", {
      ...{ method: "POST", body, headers: { "content-type": type, host: "localhost:3000" } },
    }),
    { params: Promise.resolve({}) },
  );
const hear = (bytes: Buffer) => post(transcribe, Uint8Array.from(bytes), "audio/wav");
const speak = (text: string) => post(sayAloud, JSON.stringify({ text }), "application/json");
const last = () => provider.requests.at(-1);

test("without a model that reads speech, the error explains how to connect a provider", async () => {
  const response = await hear(recording("Rye."));
  expect(response.status).toBe(422);
  expect((await response.json()).error.message).toContain("Connect OpenAI or Google");
});

test("a recording is transcribed and a text is spoken by OpenAI's endpoints, and both count", async () => {
  await connect("openai", { voice: "verse" });
  const heard = await hear(recording("Rye rests for an hour."));
  expect(await heard.json()).toEqual({ text: "Rye rests for an hour." });
  expect(last()).toMatchObject({
    path: "/v1/audio/transcriptions",
    body: { model: "gpt-4o-mini-transcribe" },
  });
  const spoken = await speak("Rye rests.");
  expect(spoken.headers.get("content-type")).toMatch(/^audio\//);
  expect(
    Buffer.from(await spoken.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe("RIFF");
  expect(last()).toMatchObject({
    path: "/v1/audio/speech",
    body: { model: "gpt-4o-mini-tts", input: "Rye rests.", voice: "verse" },
  });
  const calls = await sql()`select model from model_calls order by created_at`;
  expect(calls.map(({ model }) => model)).toEqual([
    "openai/gpt-4o-mini-transcribe",
    "openai/gpt-4o-mini-tts",
  ]);
});

test("a compatible server transcribes with the model that was chosen", async () => {
  await connect("openai-compatible", { transcriptionModel: "openai-compatible/whisper" });
  expect(await (await hear(recording("Hello there"))).json()).toEqual({ text: "Hello there" });
  expect(last()).toMatchObject({ body: { model: "whisper" } });
});

test.each([
  ["an empty body", "", 400, "empty"],
  ["a text", "Not a recording, only text", 415, "WebM"],
  ["26 MB", "x".repeat(26_000_000), 413, "25 MB"],
])("%s is refused without a request to the provider", async (_, body, status, message) => {
  await connect("openai");
  const before = provider.requests.length;
  const response = await hear(Buffer.from(body));
  expect(response.status).toBe(status);
  expect((await response.json()).error.message).toContain(message);
  expect(provider.requests).toHaveLength(before);
});

test("a text that is too long is refused, and a wrong key is explained", async () => {
  await connect("openai");
  expect((await speak("a".repeat(4_001))).status).toBe(422);
  await changeSettings(agentId, {
    "provider:openai": { apiKey: sealKey("openai", "wrong-key"), baseUrl: provider.url },
  });
  const response = await speak("Hello");
  expect(response.status).toBe(503);
  expect((await response.json()).error.message).toContain("key");
});
