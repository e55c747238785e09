import { afterAll, expect, test, vi } from "vitest";
import { CREDENTIALS, GraphApi, signed } from "@/e2e/channels/graph-api";
import { recording } from "@/e2e/provider/audio";
import { startProvider } from "@/e2e/provider/server";
import { runAgent } from "@/lib/agent/loop/run";
import { assembled } from "@/lib/agent/prompt/assembled";
import { sealKey } from "@/lib/models/providers/reach";
import { resolveAgent } from "@/lib/store/agents/agents";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { deletePermission, MAX_REPLIES, setPermission } from "@/lib/store/channels/whatsapp";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { MAX_AGE_MS } from "../contact";
import { linkAgentChannel, unpair, viewChannels } from "../manage";
import { newPairing } from "../pair";
import { startChannels } from "../serve";
import { isVerified, takeWhatsAppWebhook } from "./webhook";

const api = await GraphApi.start();
process.env.EASEL_WHATSAPP_API = api.url;
process.env.EASEL_EGRESS_ALLOW = "127.0.0.1";
process.env.EASEL_MODEL = "demo";
const database = await testDatabase();
const agentId = await resolveAgent();
const key = { agentId, id: "whatsapp" } as const;
const [ADA, GRACE] = ["491701234567", "14155552671"];

afterAll(async () => {
  await database.drop();
  await api.stop();
});

const hook = async (payload: object) => {
  const body = JSON.stringify(payload);
  await takeWhatsAppWebhook(new TextEncoder().encode(body), signed(body));
};
const sentTo = (to: string) => api.sent.filter((one) => one.to === to);
const sentTexts = (to: string) => sentTo(to).map(({ text }) => text);
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 12_000, interval: 30 });
const untilSent = (to: string, part: string) => until(() => expect(sentTexts(to).join("\n")).toContain(part));
const view = async () => (await viewChannels(agentId)).find(({ id }) => id === "whatsapp");
const settled = () =>
  until(async () => {
    expect(await sql()`select from channel_updates where status = 'new'`).toHaveLength(0);
    expect(await sql()`select from runs where status = 'running'`).toHaveLength(0);
    expect(
      await sql()`select from channel_outbox where status in ('waiting', 'sending') and not_before is null`,
    ).toHaveLength(0);
  });
const conversations = () =>
  sql()<
    { id: string; contact: string | null; origin: string }[]
  >`select id, contact, origin from conversations`;

test("a wrong token is refused; valid credentials link the account and are never returned", async () => {
  const wrong = { ...CREDENTIALS, accessToken: "EAAwrong" };
  await expect(linkAgentChannel(agentId, "whatsapp", wrong)).rejects.toThrow(/rejected this access token/);
  await expect(
    linkAgentChannel(agentId, "whatsapp", { ...CREDENTIALS, phoneNumberId: "+49" }),
  ).rejects.toThrow(/phone number ID/);
  const linked = await linkAgentChannel(agentId, "whatsapp", CREDENTIALS);
  expect(linked).toMatchObject({
    ...{ status: "connecting", webhook: expect.stringMatching(/\/api\/webhooks\/whatsapp$/) },
    account: { name: "Easel, +1 555-078-3881", url: "https://wa.me/15550783881" },
  });
  startChannels();
  await until(async () => expect((await view())?.status).toBe("connected"));
  const shown = JSON.stringify([
    await viewChannels(agentId),
    await sql()`select credentials, error from channels`,
  ]);
  for (const secret of [CREDENTIALS.accessToken, CREDENTIALS.appSecret, CREDENTIALS.verifyToken])
    expect(shown).not.toContain(secret);
});

test("500 requests with forged signatures and tokens are refused, and nothing is stored", async () => {
  const body = JSON.stringify(api.message(GRACE, "let me in"));
  const bytes = new TextEncoder().encode(body);
  for (let nth = 0; nth < 250; nth++) {
    const forged = [
      null,
      "",
      "sha256=",
      signed(body, `${nth}`),
      signed(`${body} `),
      signed(body).toUpperCase(),
    ][nth % 6];
    await expect(takeWhatsAppWebhook(bytes, forged ?? null)).rejects.toThrow(/signature/);
    expect(await isVerified(`${CREDENTIALS.verifyToken}${nth}`)).toBe(false);
  }
  expect(await isVerified(CREDENTIALS.verifyToken)).toBe(true);
  expect(await sql()`select from channel_updates`).toHaveLength(0);
  expect(await sql()`select from whatsapp_messages`).toHaveLength(0);
}, 60_000);

test("a message starts no run and gets no answer if its sender lacks the permission to be answered", async () => {
  await hook(api.message(GRACE, "hello"));
  await hook(api.message(GRACE, "/start WRONG123"));
  await setPermission(agentId, `+${GRACE}`, { display_name: "Grace", can_read: true }, "person");
  await hook(api.message(GRACE, "hello?"));
  await settled();
  expect(await conversations()).toEqual([]);
  expect(api.sent).toEqual([]);
  expect(await sql()`select from whatsapp_messages`).toHaveLength(3);
});

test("answers a permitted contact in a conversation without the owner's data", async () => {
  await changeSetting(agentId, "whatsapp", { mayTell: "The bakery opens at seven." });
  await sql()`update agents set system_prompt = 'SECRET-PROMPT', learned_notes = 'SECRET-NOTES', memory_blob = 'SECRET-MEMORY'`;
  await setPermission(agentId, `+${GRACE}`, { can_reply: true }, "person");
  await hook(api.message(GRACE, '/get_state {"key":"opening"}'));
  await until(() => expect(sentTo(GRACE)).not.toEqual([]));
  await settled();
  const [conversation] = await conversations();
  expect(conversation).toMatchObject({ contact: `+${GRACE}`, origin: "whatsapp" });
  const { parts, tools } = await assembled(agentId, conversation?.id);
  const prompt = parts.map(({ text }) => text).join("\n");
  expect(prompt).toContain("The bakery opens at seven.");
  expect(prompt).not.toContain("SECRET");
  expect(tools.map(({ name }) => name).filter((name) => name !== "web_search")).toEqual([]);
  const [{ unattended } = {}] = await sql()`select unattended from runs`;
  expect(unattended).toBe(true);
});

test.each([
  '/db_sql {"sql":"select 1"}',
  '/whatsapp_manage_permission {"action":"grant","phone_number":"+14155552671","can_read":true}',
  '/set_state {"key":"a","value":1}',
  '/ask_user {"question":"Shall I?"}',
  '/run_sandbox_code {"code":"1"}',
])("a conversation with a contact does not have this tool: %s", async (text) => {
  await hook(api.message(GRACE, text));
  await settled();
  const calls = await sql()`select error, status from tool_calls order by created_at desc limit 1`;
  expect(calls[0]).toMatchObject({ error: expect.stringContaining("There is no tool") });
  expect(await sql()`select from asks`).toHaveLength(0);
});

test("makes a contact's conversation read-only for the owner, and ignores commands of the contact", async () => {
  const [conversation] = await conversations();
  const message = { parts: [{ type: "text" as const, text: "I am the owner" }] };
  await expect(
    runAgent({ agentId, conversationId: conversation?.id ?? "", input: { message } }),
  ).rejects.toThrow(/read-only/);
  const before = sentTo(GRACE).length;
  await hook(api.message(GRACE, "/sessions"));
  await until(() => expect(sentTo(GRACE).length).toBeGreaterThan(before));
  expect(sentTo(GRACE).flatMap(({ choices }) => choices)).toEqual([]);
});

test("a message gets no answer if it is older than ten minutes, is from a group, or was already answered", async () => {
  await settled();
  const before = (await sql()`select from runs`).length;
  await hook(api.message(GRACE, "old", { at: Date.now() - MAX_AGE_MS - 2_000 }));
  await hook(api.message(GRACE, "all of you", { group_id: "120363" }));
  const once = api.message(GRACE, '/get_state {"key":"once"}', { at: Date.now() - MAX_AGE_MS + 60_000 });
  await Promise.all([hook(once), hook(once)]);
  await hook(once);
  await settled();
  expect(await sql()`select from runs`).toHaveLength(before + 1);
});

test(`limits a contact to ${MAX_REPLIES} replies a day, even if the conversation or permission was deleted`, async () => {
  const count = async () =>
    (await sql()`select from whatsapp_messages where answered_at is not null and phone = ${`+${GRACE}`}`)
      .length;
  const runs = async () => (await sql()`select from runs`).length;
  const before = await runs();
  await sql()`
    insert into whatsapp_messages (agent_id, id, phone, text, from_me, at, answered_at)
    select ${agentId}, 'earlier' || n, ${`+${GRACE}`}, '', false, now(), now()
    from generate_series(1, ${MAX_REPLIES - 1 - (await count())}::int) n`;
  await sql()`update conversations set deleted_at = now() where contact is not null`;
  await deletePermission(agentId, `+${GRACE}`);
  await setPermission(agentId, `+${GRACE}`, { can_reply: true }, "person");
  for (const nth of [20, 21, 22]) await hook(api.message(GRACE, `/get_state {"key":"${nth}"}`));
  await settled();
  expect(await count()).toBe(MAX_REPLIES);
  expect(await runs()).toBe(before + 1);
  await sql()`update whatsapp_messages set answered_at = answered_at - interval '1 day'`;
  await hook(api.message(GRACE, '/get_state {"key":"next"}'));
  await settled();
  expect(await runs()).toBe(before + 2);
}, 60_000);

test("does not send an answer if the contact's permission was revoked before it was sent", async () => {
  api.troubles.push({ status: 429, code: 130429 });
  const before = sentTo(GRACE).length;
  await hook(api.message(GRACE, '/get_state {"key":"more"}'));
  await until(() => expect(api.troubles).toEqual([]));
  await setPermission(agentId, `+${GRACE}`, { can_reply: false }, "person");
  await until(async () => {
    const [row] = await sql()`select status, error from channel_outbox order by id desc limit 1`;
    expect(row).toMatchObject({
      status: "failed",
      error: expect.stringContaining("no longer has permission"),
    });
  });
  expect(sentTo(GRACE)).toHaveLength(before);
}, 30_000);

test("does not tell a contact that a message may not have arrived", async () => {
  await sql()`update whatsapp_messages set answered_at = answered_at - interval '1 day'`;
  await setPermission(agentId, `+${GRACE}`, { can_reply: true }, "person");
  await settled();
  const before = sentTo(GRACE).length;
  api.troubles.push("cut");
  await hook(api.message(GRACE, '/get_state {"key":"cut"}'));
  await until(async () => {
    const rows = await sql()`select from channel_outbox where status = 'unknown'`;
    expect(rows.length).toBeGreaterThan(0);
  });
  await settled();
  expect(sentTexts(GRACE).slice(before).join("\n")).not.toMatch(/may not have arrived|chat\//);
}, 30_000);

test("pairs the owner by a code, and asks with buttons or, for many options, a numbered list", async () => {
  // Give the owner's number permissions as a contact, which must not prevent pairing.
  await setPermission(agentId, `+${ADA}`, { can_reply: true }, "person");
  const { code, url } = await newPairing(key);
  expect(url).toBe(`https://wa.me/15550783881?text=%2Fstart%20${code}`);
  await hook(api.message(ADA, `/start ${code}`));
  await untilSent(ADA, "You are paired");
  await hook(api.message(ADA, '/ask_user {"question":"Which bread?","options":["Rye","Spelt"]}'));
  await untilSent(ADA, "Which bread?");
  await hook(api.press(ADA, "Rye"));
  await until(async () => {
    const [ask] = await sql()`select output from asks where tool_name = 'ask_user'`;
    expect(ask?.output).toEqual({ answer: "Rye" });
  });
  await settled();
  const options = Array.from({ length: 12 }, (_, nth) => `Loaf ${nth + 1}`);
  await hook(api.message(ADA, `/ask_user ${JSON.stringify({ question: "Which loaf?", options })}`));
  await untilSent(ADA, "12. Loaf 12");
  await hook(api.message(ADA, "11"));
  await until(async () => {
    const [ask] = await sql()`select output from asks order by created_at desc limit 1`;
    expect(ask?.output).toEqual({ answer: "Loaf 11" });
  });
}, 30_000);

test("holds a message for a user who was silent for a day, and sends it after their next message", async () => {
  await settled();
  api.troubles.push({ status: 400, code: 131047 });
  const [chat] = await sql()`select conversation_id as id from channel_chats where chat_id = ${`+${ADA}`}`;
  const message = { parts: [{ type: "text" as const, text: '/get_state {"key":"overdue"}' }] };
  await runAgent({ agentId, conversationId: chat?.id, input: { message } });
  await until(async () => {
    const [row] = await sql()`select closed from channel_chats where chat_id = ${`+${ADA}`}`;
    expect(row?.closed).toContain("24 hours");
  });
  expect(sentTexts(ADA).join("\n")).not.toContain("overdue");
  await hook(api.message(ADA, "/memory"));
  await untilSent(ADA, "overdue");
  await settled();
  const last = sentTo(ADA).at(-1);
  await hook(api.failed(last?.id ?? "", ADA, 131026));
  await until(async () => {
    const [row] = await sql()`select status from channel_outbox where external_id = ${last?.id ?? ""}`;
    expect(row?.status).toBe("failed");
  });
}, 30_000);

test("stores a voice note as a file", async () => {
  api.files.set("voice-1", {
    type: "audio/ogg",
    bytes: Uint8Array.from([0x4f, 0x67, 0x67, 0x53, 0, 2, 0, 0, 0xff]),
  });
  await hook(
    api.message(ADA, "", {
      type: "audio",
      audio: { id: "voice-1", mime_type: "audio/ogg; codecs=opus", voice: true },
    }),
  );
  await until(async () => {
    const files = await sql()`select size from files where name = 'voice.ogg'`;
    expect(Number(files[0]?.size)).toBe(9);
  });
}, 30_000);

test("takes the transcript of a voice note as the message if a model reads speech", async () => {
  const provider = await startProvider();
  const apiKey = sealKey("openai", "a-key-for-tests");
  await changeSetting(agentId, "provider:openai", { apiKey, baseUrl: provider.url });
  try {
    const bytes = Uint8Array.from(recording("Which loaves are sold out?"));
    api.files.set("voice-2", { type: "audio/wav", bytes });
    const audio = { id: "voice-2", mime_type: "audio/wav", voice: true };
    await hook(api.message(ADA, "", { type: "audio", audio }));
    await until(async () => {
      const [said] =
        await sql()`select parts from messages where role = 'user' order by position desc limit 1`;
      expect(said?.parts).toEqual([{ type: "text", text: "Which loaves are sold out?" }]);
    });
    api.files.set("voice-3", { type: "audio/wav", bytes: Uint8Array.from([1, 2, 3]) });
    await changeSetting(agentId, "provider:openai", { apiKey: sealKey("openai", "wrong-key") });
    await hook(api.message(ADA, "", { type: "audio", audio: { ...audio, id: "voice-3" } }));
    await untilSent(ADA, "The voice note was not understood");
  } finally {
    await changeSetting(agentId, "provider:openai", { apiKey: null, baseUrl: null });
    await provider.close();
  }
}, 30_000);

test("after unpairing, sends nothing more of the owner's conversation", async () => {
  await settled();
  const [chat] = await sql()`select conversation_id as id from channel_chats where chat_id = ${`+${ADA}`}`;
  await unpair(agentId, "whatsapp", `+${ADA}`);
  const message = { parts: [{ type: "text" as const, text: '/get_state {"key":"after"}' }] };
  await runAgent({ agentId, conversationId: chat?.id, input: { message } });
  await settled();
  // The number is now a contact's, so its next message starts another conversation. The answer to it is sent
  // after anything that was sent before.
  await hook(api.message(ADA, '/get_state {"key":"own"}'));
  await untilSent(ADA, "There is no tool");
  expect(sentTexts(ADA).join("\n")).not.toContain("after");
}, 30_000);
