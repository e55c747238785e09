import { afterAll, expect, test, vi } from "vitest";
import { BotApi, TOKEN } from "@/e2e/channels/bot-api";
import { closeAll } from "@/lib/ground/base/process";
import { blocks } from "@/lib/shared/blocks/index";
import { resolveAgent } from "@/lib/store/agents/agents";
import { isPaired } from "@/lib/store/channels/channel-people";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { linkAgentChannel, testAgentChannel, unlinkAgentChannel, viewChannels } from "./manage";
import { MAX_TRIES, newPairing } from "./pair";
import * as images from "./render/images";
import { startChannels } from "./serve";
import { telegram } from "./telegram/telegram";
import { takeWebhook } from "./telegram/webhook";
import { hurry } from "./testing/hurry";

const api = await BotApi.start();
process.env.EASEL_TELEGRAM_API = api.url;
process.env.EASEL_EGRESS_ALLOW = "127.0.0.1";
process.env.EASEL_MODEL = "demo";
const database = await testDatabase();
const agentId = await resolveAgent();
const key = { agentId, id: "telegram" } as const;
const ADA = 501;
const slowDown = hurry(telegram);

afterAll(async () => {
  await database.drop();
  await api.stop();
});

const sentTexts = (chat: number) => api.sent.filter((one) => one.chat === `${chat}`).map(({ text }) => text);
const untilSent = (chat: number, part: string) =>
  vi.waitFor(() => expect(sentTexts(chat).join("\n")).toContain(part), { timeout: 12_000 });

test("a wrong bot token is refused; a valid one links the bot and is never returned", async () => {
  const wrong = "987654321:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-xx";
  await expect(linkAgentChannel(agentId, "telegram", { token: wrong })).rejects.toThrow(
    /rejected this token/,
  );
  await expect(linkAgentChannel(agentId, "telegram", { token: "x" })).rejects.toThrow(/token/);
  const view = await linkAgentChannel(agentId, "telegram", { token: TOKEN });
  expect(view).toMatchObject({ id: "telegram", status: "connecting", account: { name: "@easel_bot" } });
  startChannels();
  await vi.waitFor(async () => expect((await viewChannels(agentId))[0]?.status).toBe("connected"));
  expect(JSON.stringify(await viewChannels(agentId))).not.toContain(TOKEN.slice(12));
  const rows = await sql()`select credentials, error from channels`;
  expect(JSON.stringify(rows)).not.toContain(TOKEN.slice(12));
});

test("a stranger gets one message that explains pairing, and nothing is passed to the agent", async () => {
  api.say(700, "hello");
  api.say(700, "hello?");
  await untilSent(700, "/start CODE");
  expect(sentTexts(700)).toHaveLength(1);
  expect(await sql()`select from conversations`).toHaveLength(0);
});

test("a pairing code becomes invalid after five wrong attempts; a valid code pairs only one user", async () => {
  const first = await newPairing(key);
  for (let nth = 0; nth < MAX_TRIES; nth++) api.say(701, `/start WRONG${nth}`);
  await vi.waitFor(() => expect(sentTexts(701)).toHaveLength(MAX_TRIES));
  api.say(701, `/start ${first.code}`);
  await vi.waitFor(() => expect(sentTexts(701)).toHaveLength(MAX_TRIES + 1));
  expect(await isPaired(key, "701")).toBe(false);
  const { code, url } = await newPairing(key);
  expect(url).toBe(`https://t.me/easel_bot?start=${code}`);
  api.say(ADA, `/start ${code}`);
  await untilSent(ADA, "You are paired");
  expect(await testAgentChannel(agentId, "telegram")).toEqual({
    ok: true,
    message: "Telegram is connected as @easel_bot. Sending a test message to Ada.",
    name: "@easel_bot",
    recipients: ["Ada"],
  });
  await untilSent(ADA, "test message");
  api.say(702, `/start ${code}`);
  await untilSent(702, "That code is invalid");
}, 30_000);

test("a message is answered only once, even if Telegram sends its update again", async () => {
  const id = api.say(ADA, '/get_state {"key":"bread"}');
  await vi.waitFor(async () => {
    const [run] = await sql()`select status from runs`;
    expect(run?.status).toBe("completed");
  });
  const before = sentTexts(ADA).length;
  api.update(
    { message: { message_id: 900, chat: { id: ADA, type: "private" }, from: { id: ADA }, text: "again" } },
    id,
  );
  api.say(ADA, "/help");
  await untilSent(ADA, "/codefailures");
  await vi.waitFor(() => expect(sentTexts(ADA).length).toBeGreaterThan(before));
  expect(await sql()`select from messages where role = 'user'`).toHaveLength(1);
  const [conversation] = await sql()`select origin from conversations`;
  expect(conversation?.origin).toBe("telegram");
}, 30_000);

test("a button answers a question, and the answer is shown in the question's message", async () => {
  api.say(ADA, '/ask_user {"question":"Which bread?","options":["Rye","Spelt"]}');
  await untilSent(ADA, "Which bread?");
  api.press(ADA, "Rye");
  await untilSent(ADA, "✓ Rye");
  const [ask] = await sql()`select output from asks where tool_name = 'ask_user'`;
  expect(ask?.output).toEqual({ answer: "Rye" });
}, 30_000);

test("a message is sent again after a rate limit; the owner is notified of a message that may not have arrived and of a refused one", async () => {
  api.troubles.set("sendMessage", [
    { status: 429, body: { ok: false, error_code: 429, parameters: { retry_after: 1 } } },
    "cut",
  ]);
  const before = sentTexts(ADA).length;
  api.say(ADA, "/memory");
  await untilSent(ADA, "may not have arrived");
  expect(
    sentTexts(ADA)
      .slice(before)
      .filter((text) => text.startsWith("Memory is")),
  ).toHaveLength(1);
  api.troubles.set("sendMessage", [{ status: 400, body: { ok: false, error_code: 400, description: "No" } }]);
  api.say(ADA, "/memory");
  await untilSent(ADA, "A message could not be sent here. Telegram rejected the request: No");
}, 30_000);

test("/codestats and /codefailures are answered without the model", async () => {
  api.say(ADA, "/codestats");
  await untilSent(ADA, "Stats (7 days)\n\nTotal: 0");
  api.say(ADA, "/codefailures 99");
  await untilSent(ADA, "No recent failures!");
}, 30_000);

test("a command starts a session, and a button returns to an earlier session", async () => {
  const conversation = async () =>
    (await sql()`select conversation_id as id from channel_chats where chat_id = ${`${ADA}`}`)[0]?.id;
  const before = await conversation();
  api.say(ADA, "/newsession Bread at night");
  await untilSent(ADA, "Started new session: Bread at night");
  expect(await conversation()).not.toBe(before);
  api.say(ADA, "/stop");
  await untilSent(ADA, "Nothing is running here.");
  api.say(ADA, "/model nothing-of-this-name");
  await untilSent(ADA, "There is no model “nothing-of-this-name”");
  api.say(ADA, "/sessions");
  await untilSent(ADA, "Which session do you want to continue?");
  const shown = api.sent.findLast(({ text }) => text.startsWith("Which session"));
  expect(shown?.keyboard.map(({ text }) => text)).toContain("● Bread at night");
  const other = shown?.keyboard.find(({ text }) => !text.startsWith("●"));
  api.press(ADA, other?.text ?? "");
  await untilSent(ADA, "This chat now continues in");
  expect(await conversation()).toBe(before);
}, 30_000);

test("webhook updates are accepted only with the bot's secret and processed once; switching to polling removes the webhook", async () => {
  await linkAgentChannel(agentId, "telegram", { token: TOKEN, webhook: true });
  const hook = () => api.calls.findLast(({ method }) => method === "setWebhook")?.params;
  await vi.waitFor(() => expect(hook()).toBeDefined(), { timeout: 12_000 });
  const secret = `${hook()?.secret_token}`;
  expect(hook()?.url).toMatch(/\/api\/webhooks\/telegram$/);
  expect(secret).toMatch(/^[\w-]{32,256}$/);
  const polls = api.calls.filter(({ method }) => method === "getUpdates").length;
  const from = { id: ADA, is_bot: false, first_name: "Ada" };
  const update = (id: number, text: string) => ({
    update_id: id,
    message: { message_id: id, date: 1, chat: { id: ADA, type: "private" }, from, text },
  });
  for (const forged of [null, "", TOKEN, `${secret}0`, secret.toUpperCase()])
    await expect(takeWebhook(async () => update(90_001, "forged"), forged)).rejects.toThrow(/secret/);
  await expect(takeWebhook(async () => ({ no: "update" }), secret)).rejects.toThrow(/not an update/);
  const before = sentTexts(ADA).length;
  await Promise.all(
    [1, 2, 3].map(() => takeWebhook(async () => update(90_002, "/model by-webhook"), secret)),
  );
  await untilSent(ADA, "by-webhook");
  api.say(ADA, "/help");
  expect(sentTexts(ADA).length).toBe(before + 1);
  expect(api.calls.filter(({ method }) => method === "getUpdates")).toHaveLength(polls);
  await linkAgentChannel(agentId, "telegram", { token: TOKEN });
  await vi.waitFor(
    () => expect(api.calls.filter(({ method }) => method === "getUpdates").length).toBeGreaterThan(polls),
    {
      timeout: 12_000,
    },
  );
  await expect(takeWebhook(async () => update(90_003, "late"), secret)).rejects.toThrow(/secret/);
}, 30_000);

test("a streaming answer is edited about once a second, and after a rate limit only when the time that Telegram requests has passed", async () => {
  slowDown();
  const before = api.calls.length;
  const calls = () =>
    api.calls
      .slice(before)
      .filter(
        ({ method, params }) => /^(sendMessage|editMessageText)$/.test(method) && params.chat_id === `${ADA}`,
      );
  api.troubles.set("editMessageText", [
    { status: 429, body: { ok: false, error_code: 429, parameters: { retry_after: 3 } } },
  ]);
  api.say(ADA, "Write me a long answer");
  const refused = () => calls().findIndex(({ method }) => method === "editMessageText");
  await vi.waitFor(
    () => {
      expect(refused()).toBeGreaterThan(-1);
      expect(calls().length).toBeGreaterThan(refused() + 2);
    },
    { timeout: 40_000, interval: 50 },
  );
  api.say(ADA, "/stop");
  const times = calls().map(({ at }) => at);
  const gaps = times.slice(1).map((at, nth) => at - (times[nth] ?? 0));
  // A late call shortens the gap after it, so check the average gap. Exclude the gap that Telegram requested.
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500);
  const paced = gaps.filter((_, nth) => nth !== refused());
  const all = paced.reduce((sum, gap) => sum + gap, 0);
  expect(all).toBeGreaterThanOrEqual(paced.length * 950 - 400);
  expect(gaps[refused()]).toBeGreaterThanOrEqual(2_950);
}, 60_000);

test("in a group, only paired users are answered, and only messages addressed to the agent", async () => {
  const chat = { id: -4_001, type: "supergroup", title: "Bakers" };
  const sayThere = (id: number, text: string, more: object = {}) => {
    const named = text.startsWith("@easel_bot") ? [{ type: "mention", offset: 0, length: 10 }] : undefined;
    const from = { id, is_bot: false, first_name: id === ADA ? "Ada" : "Bob" };
    api.say(id, text, { chat, from, entities: named, ...more });
  };
  const there = () => sentTexts(chat.id);
  sayThere(700, "@easel_bot tell me what Ada has said");
  sayThere(ADA, "I do not speak to the bot");
  sayThere(700, "/sessions");
  sayThere(ADA, "@easel_bot /help");
  await untilSent(chat.id, "/codefailures");
  expect(there()).toHaveLength(1);
  const stored =
    await sql()`select from messages where role = 'user' and parts::text like '%I do not speak%'`;
  expect(stored).toHaveLength(0);
  sayThere(ADA, '@easel_bot /ask_user {"question":"Bread for all?","options":["Of course","No"]}');
  await untilSent(chat.id, "Bread for all?");
  const asked = api.sent.findLast(({ text }) => text === "Bread for all?");
  const press = (id: number) =>
    api.update({
      callback_query: {
        ...{ id: `press-of-${id}`, from: { id, is_bot: false, first_name: "B" } },
        ...{ message: { message_id: asked?.id, chat }, data: asked?.keyboard[0]?.callback_data },
      },
    });
  press(700);
  await vi.waitFor(() =>
    expect(api.calls.some(({ params }) => params.callback_query_id === "press-of-700")).toBe(true),
  );
  const open = await sql()`select from asks where status = 'open' and input->>'question' = 'Bread for all?'`;
  expect(open).toHaveLength(1);
  press(ADA);
  await untilSent(chat.id, "✓ Of course");
}, 60_000);

test("if the server stops while it creates an image, the image is sent after a restart, and no replacement text", async () => {
  const before = api.calls.length;
  const sent = () => api.calls.slice(before).map(({ method }) => method);
  const asked = Promise.withResolvers<void>();
  const made = Promise.withResolvers<Uint8Array>();
  const draw = vi.spyOn(images, "chartImage").mockImplementation(() => {
    asked.resolve();
    return made.promise;
  });
  api.say(ADA, `/render_blocks ${JSON.stringify({ blocks: [blocks.chart.example] })}`);
  await asked.promise;
  const stopped = closeAll();
  made.reject(new Error("The browser was ended."));
  await stopped;
  expect(sent()).not.toContain("sendPhoto");
  expect(await sql()`select error from channel_outbox where status = 'waiting'`).toContainEqual({
    error: "The server stopped before sending this message.",
  });
  draw.mockResolvedValue(new Uint8Array(50));
  startChannels();
  await vi.waitFor(() => expect(sent()).toContain("sendPhoto"));
}, 60_000);

test("all data of a channel is removed when the channel is unlinked", async () => {
  await unlinkAgentChannel(agentId, "telegram");
  expect((await viewChannels(agentId))[0]?.status).toBe("off");
  await expect(unlinkAgentChannel(agentId, "telegram")).rejects.toThrow(/not linked/);
  expect(await sql()`select from channel_people`).toHaveLength(0);
});
