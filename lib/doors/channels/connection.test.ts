import { afterAll, expect, test, vi } from "vitest";
import { BotApi, TOKEN } from "@/e2e/channels/bot-api";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { linkAgentChannel, viewChannels } from "./manage";
import { startChannels } from "./serve";

const api = await BotApi.start();
process.env.EASEL_TELEGRAM_API = api.url;
process.env.EASEL_EGRESS_ALLOW = "127.0.0.1";
process.env.EASEL_MODEL = "demo";
const database = await testDatabase();
const agentId = await resolveAgent();
const ADA = 501;

afterAll(async () => {
  await database.drop();
  await api.stop();
});

test("reports a bot that can send but not receive as disconnected, until it receives again", async () => {
  await linkAgentChannel(agentId, "telegram", { token: TOKEN });
  await sql()`
    insert into channel_people (agent_id, channel, person_id, name) values (${agentId}, 'telegram', ${`${ADA}`}, 'Ada')`;
  startChannels();
  const view = async () => (await viewChannels(agentId))[0];
  const until = (check: () => unknown) => vi.waitFor(check, { timeout: 25_000, interval: 20 });
  await until(async () => expect((await view())?.status).toBe("connected"));
  // The first request returns at once. The second is the long poll.
  await until(() => expect(api.calls.filter(({ method }) => method === "getUpdates")).toHaveLength(2));
  const other = { status: 409, body: { ok: false, error_code: 409, description: "Conflict" } };
  api.troubles.set("getUpdates", Array(50).fill(other));
  api.say(ADA, "/help");
  await until(() => expect(api.sent.some(({ text }) => text.includes("/codefailures"))).toBe(true));
  await until(async () => expect(await sql()`select from channel_outbox where status <> 'sent'`).toEqual([]));
  await until(async () => expect((await view())?.error).toContain("Another program"));
  expect((await view())?.status).toBe("lost");
  api.troubles.clear();
  await until(async () => expect((await view())?.status).toBe("connected"));
  expect((await view())?.error).toBeUndefined();
}, 60_000);
