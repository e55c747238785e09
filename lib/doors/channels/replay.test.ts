import { afterAll, expect, test, vi } from "vitest";
import { BotApi, TOKEN } from "@/e2e/channels/bot-api";
import { CREDENTIALS, GraphApi, signed } from "@/e2e/channels/graph-api";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { linkAgentChannel, viewChannels } from "./manage";
import { startChannels } from "./serve";
import { secretOf } from "./telegram/telegram";
import { takeWebhook as fromTelegram } from "./telegram/webhook";
import { takeWhatsAppWebhook as fromWhatsApp } from "./whatsapp/webhook";

/** Number of deliveries. `REPLAY=10000` simulates the repeated deliveries after an outage. */
const DELIVERIES = Number(process.env.REPLAY ?? 130);
const DOUBLED = 0.3;
const AT_ONCE = 20;
const people = Math.max(12, Math.round(DELIVERIES / 50));

const [bot, graph] = [await BotApi.start(), await GraphApi.start()];
process.env.EASEL_TELEGRAM_API = bot.url;
process.env.EASEL_WHATSAPP_API = graph.url;
process.env.EASEL_EGRESS_ALLOW = "127.0.0.1";
process.env.EASEL_MODEL = "demo";
const database = await testDatabase();
const agentId = await resolveAgent();

afterAll(async () => {
  await database.drop();
  await Promise.all([bot.stop(), graph.stop()]);
});

/** Shuffles with a fixed seed, so that failures can be reproduced. */
function shuffled<T>(all: readonly T[]): T[] {
  let seed = 7;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  return all
    .map((one) => ({ one, by: next() }))
    .sort((a, b) => a.by - b.by)
    .map(({ one }) => one);
}

const text = (nth: number) => `/get_state {"key":"k${nth}"}`;
const telegramUpdate = (nth: number) => {
  const from = { id: 5_000 + (nth % people), is_bot: false, first_name: "Ada" };
  const chat = { id: from.id, type: "private" };
  return { update_id: nth, message: { message_id: nth, date: 1_700_000_000, from, chat, text: text(nth) } };
};
const whatsappHook = (nth: number) =>
  JSON.stringify(graph.message(`4917000${10_000 + (nth % people)}`, text(nth), { id: `wamid.replay${nth}` }));

test(
  `processes ${DELIVERIES} deliveries of both services once each, with 30 % repeated, in any order`,
  async () => {
    await linkAgentChannel(agentId, "telegram", { token: TOKEN, webhook: true });
    await linkAgentChannel(agentId, "whatsapp", CREDENTIALS);
    await sql()`
    insert into channel_people (agent_id, channel, person_id, name)
    select ${agentId}::uuid, 'telegram', (5000 + n)::text, 'Ada' from generate_series(0, ${people - 1}::int) n
    union all select ${agentId}::uuid, 'whatsapp', '+4917000' || (10000 + n), 'Ada' from generate_series(0, ${people - 1}::int) n`;
    startChannels();
    await vi.waitFor(
      async () =>
        expect((await viewChannels(agentId)).map(({ status }) => status)).toEqual([
          "connected",
          "connected",
          "off",
        ]),
      { timeout: 12_000 },
    );
    const distinct = Math.round(DELIVERIES / (1 + DOUBLED));
    const all = Array.from({ length: distinct }, (_, nth) => nth);
    const deliveries = shuffled([...all, ...all.slice(0, DELIVERIES - distinct)]);
    const secret = secretOf(TOKEN);
    const deliver = (nth: number) => {
      if (nth % 2 === 0) return fromTelegram(async () => telegramUpdate(nth), secret);
      const body = whatsappHook(nth);
      return fromWhatsApp(new TextEncoder().encode(body), signed(body));
    };
    for (let at = 0; at < deliveries.length; at += AT_ONCE)
      await Promise.all(deliveries.slice(at, at + AT_ONCE).map(deliver));
    await vi.waitFor(
      async () => {
        expect(await sql()`select from channel_updates where status <> 'done' limit 1`).toHaveLength(0);
        expect(await sql()`select from runs where status <> 'completed' limit 1`).toHaveLength(0);
        expect(await sql()`select from channel_outbox where status <> 'sent' limit 1`).toHaveLength(0);
      },
      { timeout: 60_000 + DELIVERIES * 60, interval: 200 },
    );
    const messages = await sql()<{ id: string; text: string }[]>`
    select id, parts->0->>'text' as text from messages where role = 'user'`;
    expect(messages).toHaveLength(distinct);
    expect(new Set(messages.map((one) => one.text))).toEqual(new Set(all.map(text)));
    const [{ answers = 0 } = {}] = await sql()<{ answers: number }[]>`
    select count(*)::int as answers from (select distinct message_id from runs) r`;
    const [{ runs = 0 } = {}] = await sql()<{ runs: number }[]>`select count(*)::int as runs from runs`;
    expect(answers).toBe(runs);
    const [{ sent = 0 } = {}] = await sql()<
      { sent: number }[]
    >`select count(*)::int as sent from channel_outbox`;
    const arrived = [...bot.sent.map(({ id }) => `t${id}`), ...graph.sent.map(({ id }) => id)];
    expect(new Set(arrived).size).toBe(arrived.length);
    expect(arrived).toHaveLength(sent);
  },
  120_000 + DELIVERIES * 100,
);
