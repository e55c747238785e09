import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { POST as chat } from "@/app/api/chat/route";
import { PATCH as change, GET as read } from "@/app/api/conversations/[id]/route";
import { PUT as putSettings } from "@/app/api/settings/route";
import { closeAll } from "@/lib/ground/base/process";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { testDatabase } from "@/lib/store/testing/database";
import { type Provider, startProvider } from "../provider/server";

let provider: Provider;
const database = await testDatabase();
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(async () => {
  await closeAll();
  vi.unstubAllEnvs();
  await Promise.all([provider.close(), database.drop()]);
});

const settings = async (body: unknown) =>
  answer(await putSettings(testRequest("/api/settings", { method: "PUT", body })));
const id = randomUUID();
const params = { params: Promise.resolve({ id }) };
const patch = async (body: unknown) =>
  answer(await change(testRequest(`/api/conversations/${id}`, { method: "PATCH", body }), params));
const view = async () => answer(await read(testRequest(`/api/conversations/${id}`), params));

async function say(text: string): Promise<string> {
  const message = { id: randomUUID(), role: "user", parts: [{ type: "text", text }] };
  return (await chat(testRequest("/api/chat", { method: "POST", body: { id, message } }))).text();
}

const REFUSED = { status: 429, message: "Slow down", retryAfter: 3600 };

test("over HTTP: fallback models of the settings and of a conversation answer in another wire format, and the message names them", async () => {
  const apiKey = "a-key-for-tests";
  const connected = await settings({
    model: "openai/gpt-5.2",
    successors: ["anthropic/claude-sonnet-5"],
    titles: "words",
    providers: {
      openai: { apiKey, baseUrl: provider.urls.openai },
      anthropic: { apiKey, baseUrl: provider.urls.anthropic },
    },
  });
  expect(connected).toMatchObject({ status: 200, settings: { successors: ["anthropic/claude-sonnet-5"] } });
  provider.script(REFUSED, { text: "Here I am." });
  const stream = await say("Hello");
  expect(stream).toContain('"why":"accepts no more requests for now (429)"');
  const { conversation, messages } = await view();
  expect(conversation.successors).toBeNull();
  expect(messages.at(-1).metadata).toMatchObject({
    model: "anthropic/claude-sonnet-5",
    succession: { of: "openai/gpt-5.2", by: "anthropic/claude-sonnet-5", code: "rate_limited" },
  });
  const [first, second] = provider.requests.slice(-2);
  expect([first?.path, second?.path]).toEqual(["/v1/responses", expect.stringMatching(/\/messages$/)]);

  expect(await patch({ successors: [] })).toMatchObject({ status: 200, conversation: { successors: [] } });
  provider.script(REFUSED);
  await say("Again");
  expect((await view()).run).toMatchObject({ status: "failed", error: { code: "rate_limited" } });
});

test.each([
  [["nobody/x"], /nobody\/x/],
  [["demo", "demo"], /successors.*once/i],
  [Array.from({ length: 6 }, (_, n) => `openai/m${n}`), /successors.*at most 5/i],
  ["openai/x", /successors/],
])("returns 422 with the reason for the fallback models %j", async (fallbacks, why) => {
  const refused = { status: 422, error: { message: expect.stringMatching(why) } };
  expect(await settings({ successors: fallbacks })).toMatchObject(refused);
  expect(await patch({ successors: fallbacks })).toMatchObject(refused);
});
