import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { buildSync } from "esbuild";
import { afterAll, expect, test, vi } from "vitest";
import { BotApi, TOKEN } from "@/e2e/channels/bot-api";
import { CREDENTIALS, GraphApi, signed } from "@/e2e/channels/graph-api";
import { directive } from "@/e2e/provider/directive";
import { startProvider } from "@/e2e/provider/server";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { resolveAgent } from "@/lib/store/agents/agents";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { CHANNEL_LEASE_MS } from "@/lib/store/channels/channels";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { linkAgentChannel } from "./manage";
import { newPairing } from "./pair";
import { takeWhatsAppWebhook } from "./whatsapp/webhook";

const ROOT = join(import.meta.dirname, "../../..");
const ADA = 501;
/** Upper limit of a takeover: a full lease, the next check, and the start of the first request. */
const TAKEN_MS = CHANNEL_LEASE_MS + 4_000;

const [api, graph, provider] = [await BotApi.start(), await GraphApi.start(), await startProvider()];
const settings = {
  ...{ EASEL_TELEGRAM_API: api.url, EASEL_WHATSAPP_API: graph.url },
  ...{ EASEL_EGRESS_ALLOW: "127.0.0.1", EASEL_MODEL: "demo" },
};
const scripted = {
  ...{ OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: "a-key-for-tests" },
  EASEL_MODEL: "openai-compatible/fake-model",
};
Object.assign(process.env, settings);
const database = await testDatabase();
const servers = new Map<string, ChildProcess>();
const SERVER = bundle("lib/doors/channels/testing/server.ts", ".easel/channels-server.mjs");

afterAll(async () => {
  for (const server of servers.values()) server.kill("SIGKILL");
  await database.drop();
  await Promise.all([api.stop(), graph.stop(), provider.close()]);
});

async function start(env: Record<string, string> = {}): Promise<void> {
  const server = spawn(process.execPath, [SERVER], {
    cwd: ROOT,
    env: { ...process.env, ...settings, ...env, DATABASE_URL: database.url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const [, id] = /^ready (\S+)$/.exec(line) ?? [];
    if (!id) continue;
    servers.set(id, server);
    return;
  }
  throw new Error("The server did not start");
}

/**
 * Bundles a server into one file, because resolving hundreds of modules in five processes would take most of the
 * time.
 */
function bundle(from: string, to: string): string {
  const [outfile, unfinished] = [join(ROOT, to), join(ROOT, `${to}.${process.pid}`)];
  mkdirSync(dirname(outfile), { recursive: true });
  buildSync({
    ...{ entryPoints: [join(ROOT, from)], outfile: unfinished, alias: { "@": ROOT } },
    ...{ bundle: true, packages: "external", platform: "node", format: "esm", logLevel: "error" },
  });
  renameSync(unfinished, outfile);
  return outfile;
}

async function killAll(): Promise<void> {
  for (const [id, server] of servers) {
    servers.delete(id);
    if (server.exitCode !== null || server.signalCode !== null) continue;
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
  }
}

const holder = async (): Promise<string> => {
  const [row] = await sql()<{ owner: string }[]>`select lease_owner as owner from channels`;
  return row?.owner ?? "";
};
const unsent = () => sql()`select from channel_outbox where status in ('waiting', 'sending')`;
const sentTexts = () => api.sent.map(({ text }) => text);
const count = (part: string) => sentTexts().filter((text) => text.includes(part)).length;
const until = (check: () => unknown, timeout = 20_000) => vi.waitFor(check, { timeout, interval: 50 });

test.runIf(isWhole)(
  "a second server polls within the lease after the first is killed, and loses or repeats no message",
  async () => {
    const agentId = await resolveAgent();
    await linkAgentChannel(agentId, "telegram", { token: TOKEN });
    const { code } = await newPairing({ agentId, id: "telegram" });
    await Promise.all([start(), start()]);
    api.say(ADA, `/start ${code}`);
    await until(() => expect(count("You are paired")).toBe(1));
    expect(servers.size).toBe(2);

    api.say(ADA, '/get_state {"key":"first"}');
    await until(async () => expect(await sql()`select from runs where status = 'completed'`).toHaveLength(1));
    // Wait until the answer was sent, so that the next message sent is the reply to the command.
    await until(async () => {
      expect(
        await sql()`
        select from channel_chats t where not exists (
          select from messages m where m.conversation_id = t.conversation_id and m.position > t.mirrored)`,
      ).toHaveLength(1);
      expect(await unsent()).toHaveLength(0);
    });
    const hung = () =>
      api.calls.filter(
        ({ method, params }) => method === "sendMessage" && /Memory is/.test(`${params.text}`),
      );
    api.troubles.set("sendMessage", ["hang"]);
    api.say(ADA, "/memory");
    await until(() => expect(hung()).toHaveLength(1));

    const dead = await holder();
    const server = servers.get(dead);
    if (!server) throw new Error("Nobody has the lease");
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
    const killedAt = Date.now();
    for (const nth of [1, 2, 3]) api.say(ADA, `/get_state {"key":"after-${nth}"}`);
    const polled = () => api.calls.find(({ method, at }) => method === "getUpdates" && at > killedAt);
    await until(() => expect(polled()).toBeDefined(), TAKEN_MS);
    expect(await holder()).not.toBe(dead);

    // A running run can take several messages, so there may be fewer runs than messages.
    await until(async () => {
      expect(await sql()`select from messages where role = 'user'`).toHaveLength(4);
      expect(await sql()`select from runs where status <> 'completed'`).toHaveLength(0);
    }, 40_000);
    await until(async () => expect(await unsent()).toHaveLength(0));
    const messages = await sql()<{ id: string }[]>`select id from messages where role = 'user'`;
    expect(new Set(messages.map(({ id }) => id)).size).toBe(4);
    // The message was being sent at the time of the crash. It is not sent again, but reported once.
    expect(hung()).toHaveLength(1);
    expect(count("may not have arrived")).toBe(1);
    expect(api.maxPolling).toBe(1);
    const [doubled] =
      await sql()`select count(*)::int as n from (select key from channel_outbox group by chat_id, key having count(*) > 1) x`;
    expect(doubled?.n).toBe(0);
  },
  120_000,
);

const GRACE = "4915112345678";
const hook = async (what: object) => {
  const body = JSON.stringify(what);
  await takeWhatsAppWebhook(new TextEncoder().encode(body), signed(body));
};
const phones = {
  telegram: {
    say: async (text: string) => void api.say(ADA, text),
    press: async (label: string) => void api.press(ADA, label),
    texts: sentTexts,
  },
  whatsapp: {
    say: (text: string) => hook(graph.message(GRACE, text)),
    press: (label: string) => hook(graph.press(GRACE, label)),
    texts: () => graph.sent.map(({ text }) => text),
  },
};

/** Starts four servers in turn, so only `npm run chaos` plays it. Journeys kill a server at the same moments. */
test("after a kill and a restart, delivers an interrupted answer once on both channels, and accepts the answer to a question", {
  timeout: 180_000,
  skip: process.env.CHAOS_ROUNDS === undefined,
}, async () => {
  const agentId = await resolveAgent();
  const onEach = (does: (channel: string, phone: (typeof phones)[keyof typeof phones]) => Promise<unknown>) =>
    Promise.all(Object.entries(phones).map(([channel, phone]) => does(channel, phone)));
  const times = (phone: { texts(): string[] }, part: string) =>
    phone.texts().filter((text) => text.includes(part)).length;
  const isSent = () => until(async () => expect(await unsent()).toHaveLength(0));
  await killAll();
  await changeSetting(agentId, "general", { titles: "words" });
  await linkAgentChannel(agentId, "whatsapp", CREDENTIALS);
  await sql()`
    insert into channel_people (agent_id, channel, person_id, name) values (${agentId}, 'whatsapp', ${`+${GRACE}`}, 'Grace')`;
  await start(scripted);
  const half = (channel: string) =>
    `The first half of the answer, which is long enough to be shown on ${channel}. `;
  await onEach(async (channel, { say }) => {
    await say(`Go\n${directive([{ text: half(channel) }, { gate: channel, text: "The second half." }])}`);
    await provider.gates.reached(channel);
  });
  // Only Telegram can edit messages, so only its phone has received the start of the answer as a preview.
  await until(async () =>
    expect(await sql()`select from channel_outbox where is_preview and status = 'sent'`).toHaveLength(1),
  );
  await killAll();
  await start(scripted);
  await onEach(async (channel, phone) => {
    await provider.log.until({ containing: half(channel).trim(), atLeast: 2, timeoutMs: 60_000 });
    provider.gates.open(channel);
    await until(() => expect(times(phone, `${half(channel)}The second half.`)).toBe(1), 40_000);
  });

  const question = (channel: string) => `Which bread on ${channel}?`;
  await isSent();
  await onEach(async (channel, phone) => {
    const ask = { tool: "ask_user", input: { question: question(channel), options: ["Rye", "Spelt"] } };
    await phone.say(`Ask\n${directive(ask, { text: `Rye it is on ${channel}.` })}`);
    await until(() => expect(times(phone, question(channel))).toBe(1));
  });
  await isSent();
  await killAll();
  await onEach((_, { press }) => press("Rye"));
  await start(scripted);
  await onEach((channel, phone) =>
    until(() => expect(times(phone, `Rye it is on ${channel}.`)).toBe(1), 40_000),
  );
  await isSent();
  const answered = await sql()`select output from asks`;
  expect(answered.map(({ output }) => output)).toEqual([{ answer: "Rye" }, { answer: "Rye" }]);
  await onEach(async (channel, phone) => {
    expect(times(phone, half(channel).trim())).toBe(1);
    expect(times(phone, question(channel))).toBe(1);
  });
});
