// Measures how soon users of a bot get the agent's answer, in a process that serves channels as the server
// does.
import { setTimeout as sleep } from "node:timers/promises";
import { BotApi, TOKEN } from "@/e2e/channels/bot-api";
import { linkAgentChannel, viewChannels } from "@/lib/doors/channels/manage";
import { startChannels } from "@/lib/doors/channels/serve";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { median, quantile } from "./client.ts";

const ONE_BY_ONE = 30;
const CHATS = 1_000;
const FIRST = 10_000;

const api = await BotApi.start();
process.env.EASEL_TELEGRAM_API = api.url;
process.env.EASEL_EGRESS_ALLOW = "127.0.0.1,localhost";
const agentId = await resolveAgent();
await linkAgentChannel(agentId, "telegram", { token: TOKEN });
await sql()`
  insert into channel_people (agent_id, channel, person_id, name)
  select ${agentId}::uuid, 'telegram', (${FIRST}::int + n)::text, 'Ada' from generate_series(0, ${CHATS + ONE_BY_ONE}::int) n`;
startChannels();
await until(async () => (await viewChannels(agentId)).some(({ status }) => status === "connected"));

const firstSent = (chat: number): number | undefined =>
  api.calls.find(({ method, params }) => method === "sendMessage" && String(params.chat_id) === `${chat}`)
    ?.at;

const alone: number[] = [];
for (let nth = 0; nth < ONE_BY_ONE; nth++) {
  const chat = FIRST + CHATS + nth;
  const at = Date.now();
  api.say(chat, "What is bread?");
  await until(async () => firstSent(chat) !== undefined);
  alone.push((firstSent(chat) ?? 0) - at);
}

const began = Date.now();
for (let nth = 0; nth < CHATS; nth++) api.say(FIRST + nth, "What is bread?");
const chats = Array.from({ length: CHATS }, (_, nth) => FIRST + nth);
const first = new Map<number, number>();
await until(async () => {
  for (const { method, params, at } of api.calls) {
    const chat = Number(params.chat_id);
    if (method === "sendMessage" && chat < FIRST + CHATS && !first.has(chat)) first.set(chat, at);
  }
  return first.size >= CHATS;
}, 600_000);
const waits = chats.map((chat) => (first.get(chat) ?? 0) - began);
const seconds = (ms: number) => ms / 1_000;
await until(
  async () => (await sql()`select from runs where status = 'running' limit 1`).length === 0,
  600_000,
);
const [{ runs } = { runs: 0 }] = await sql()<{ runs: number }[]>`select count(*)::int as runs from runs`;
if (runs !== CHATS + ONE_BY_ONE) throw new Error(`${runs} runs for ${CHATS + ONE_BY_ONE} messages`);

console.log(
  `figures ${JSON.stringify({
    "update received to first text sent, p50 ms": median(alone),
    "update received to first text sent, p95 ms": quantile(alone, 0.95),
    [`${CHATS} chats at once, first text, p50 s`]: seconds(median(waits)),
    [`${CHATS} chats at once, first text, last s`]: seconds(Math.max(...waits)),
    [`${CHATS} chats at once, all runs over, s`]: seconds(Date.now() - began),
  })}`,
);

async function until(check: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const late = Date.now() + withinMs;
  while (!(await check())) {
    if (Date.now() > late) throw new Error("It took too long");
    await sleep(5);
  }
}
