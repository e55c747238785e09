import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { removeDataFolder } from "../lib/store/embedded/testing/remove.ts";
import { chunks, spoken, Talk, written } from "./api.ts";
import { call } from "./call.ts";
import { newDataFolder } from "./data-folder.ts";
import { directive } from "./provider/directive.ts";
import { type Provider, startProvider } from "./provider/server.ts";
import type { Turn } from "./provider/turn.ts";
import { EaselServer } from "./server.ts";

const KEY = "a-key-for-tests";

const MODELS = {
  "openai/gpt-5.2": "/v1/responses",
  "openai-compatible/fake-model": "/v1/chat/completions",
  "anthropic/claude-sonnet-5": "/v1/messages",
  "google/gemini-3.8-flash": "/v1beta/models/gemini-3.8-flash:streamGenerateContent",
  "gateway/anthropic/claude-sonnet-5": "/v4/ai/language-model",
};

let folder: string;
let provider: Provider;
let easel: EaselServer;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = newDataFolder();
  provider = await startProvider({ split: 11 });
  easel = await EaselServer.start({
    EASEL_DATA_DIR: folder,
    EASEL_MODEL: "openai/gpt-5.2",
    OPENAI_BASE_URL: provider.urls.openai,
    ANTHROPIC_BASE_URL: provider.urls.anthropic,
    GOOGLE_BASE_URL: provider.urls.google,
    OPENAI_API_KEY: KEY,
    ANTHROPIC_API_KEY: KEY,
    GOOGLE_GENERATIVE_AI_API_KEY: KEY,
  });
  // The gateway's base URL cannot be set by an environment variable.
  const gateway = { apiKey: KEY, baseUrl: provider.urls.gateway };
  const { status } = await call(easel.url, "PUT", "/api/settings", { providers: { gateway } });
  expect(status).toBe(200);
});
test.afterAll(async () => {
  await easel?.stop();
  await provider?.close();
  removeDataFolder(folder);
});

async function begin(model: string, ...turns: Turn[]) {
  const talk = new Talk(easel.url);
  const text = `${talk.id}\n${directive(...turns)}`;
  const message = { id: randomUUID(), role: "user", parts: [{ type: "text", text }] };
  const response = await talk.send({ message, model });
  expect(response.status).toBe(200);
  return { talk, stream: await chunks(response) };
}

for (const [model, path] of Object.entries(MODELS)) {
  test(`${model}: reasoning, text, calls, a pause with its answer, and usage`, async () => {
    provider.log.clear();
    const form = { type: "form", fields: [{ name: "city", label: "City", type: "text" }] };
    const set = (key: string) => ({
      tool: "set_state",
      input: { key: `${model} ${key}`, value: "größer 🙂" },
    });
    const { talk, stream } = await begin(
      model,
      { reasoning: "Let me think.", text: "First. ", tools: [set("a"), set("b")] },
      { text: "Where? ", tool: "render_blocks", input: { blocks: [form] } },
      { text: "Thanks 👩‍👩‍👧.", usage: { input: 900, output: 40, cached: 800, reasoning: 10 } },
    );
    expect(spoken(stream)).toBe("First. Where? ");
    expect(
      stream
        .filter(({ type }) => type === "reasoning-delta")
        .map(({ delta }) => delta)
        .join(""),
    ).toBe("Let me think.");
    const [ask] = (await talk.until("waiting")).asks;
    expect(ask?.toolName).toBe("render_blocks");
    const answer = { action: "submit", data: { city: "Porto" } };
    expect(spoken(await chunks(await talk.answer(ask?.toolCallId ?? "", answer)))).toBe("Thanks 👩‍👩‍👧.");
    const { messages } = await talk.until("completed");
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(written(messages[1] ?? { parts: [] })).toBe("First. Where? Thanks 👩‍👩‍👧.");
    expect(provider.requests.map((request) => request.path)).toEqual([path, path, path]);
    const value = { status: 200, body: { value: "größer 🙂" } };
    for (const key of ["a", "b"])
      expect(await call(easel.url, "GET", `/api/state/${encodeURIComponent(`${model} ${key}`)}`)).toEqual(
        value,
      );
    const { body } = await call(easel.url, "GET", "/api/usage?days=1");
    expect(body.usage).toContainEqual(expect.objectContaining({ model, calls: 3 }));
  });

  test(`${model}: a refusal before the first token, a break in mid-stream, and a retry`, async () => {
    const refused = await begin(model, { status: 429, message: "Slow down", retryAfter: 600 });
    const { run } = await refused.talk.until("failed");
    expect(run?.error).toMatchObject({
      code: "rate_limited",
      message: expect.stringContaining("10 minutes"),
    });

    const rest = { delayMs: 50, tokens: 500, cutAt: 4_000, fails: 1 };
    const broken = await begin(model, [{ text: "Half of it " }, rest]);
    const { run: cut, messages } = await broken.talk.until("failed");
    expect(cut?.error?.code).toBe("stream_cut");
    expect(written(messages[1] ?? { parts: [] })).toMatch(/^Half of it (w0|$)/);
    await chunks(await broken.talk.say("again", { text: "All of it." }));
    const after = await broken.talk.until("completed");
    expect(written(after.messages.at(-1) ?? { parts: [] })).toBe("All of it.");
  });
}

test("explains a rejected key and shows it nowhere", async () => {
  const wrong = { provider: "anthropic", apiKey: "a-wrong-key" };
  const { status, body } = await call(easel.url, "POST", "/api/models/test", wrong);
  expect([status, body.ok, body.code]).toEqual([200, false, "bad_key"]);
  expect(JSON.stringify(body)).not.toContain("a-wrong-key");
});

test("offers the models that the providers list", async () => {
  const { body } = await call(easel.url, "GET", "/api/models");
  const ids = body.models.map(({ id }: { id: string }) => id);
  for (const provider of ["anthropic", "google", "gateway", "openai-compatible"])
    expect(ids).toContain(`${provider}/fake-model`);
  expect(body.problems).toEqual([]);
});
