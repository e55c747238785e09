import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test, vi } from "vitest";
import { BotApi, TOKEN } from "@/e2e/channels/bot-api";
import { resolveAgent } from "@/lib/store/agents";
import { CHANNEL_LEASE_MS } from "@/lib/store/channels";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { linkChannel } from "./manage";
import { newPairing } from "./pair";

const ROOT = join(import.meta.dirname, "../..");
const ADA = 501;
/** A lease that was renewed just before, the next look at it, and the start of the first request. */
const TAKEN_MS = CHANNEL_LEASE_MS + 4_000;

const api = await BotApi.start();
const given = { EASEL_TELEGRAM_API: api.url, EASEL_EGRESS_ALLOW: "127.0.0.1", EASEL_MODEL: "demo" };
Object.assign(process.env, given);
const database = await testDatabase();
const servers = new Map<string, ChildProcess>();

afterAll(async () => {
  for (const server of servers.values()) server.kill("SIGKILL");
  await database.drop();
  await api.stop();
});

async function start(): Promise<void> {
  const server = spawn(
    process.execPath,
    ["--import", join(ROOT, "e2e/bench/alias.mjs"), join(ROOT, "lib/channels/testing/server.ts")],
    {
      cwd: ROOT,
      env: { ...process.env, ...given, DATABASE_URL: database.url },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  for await (const line of createInterface({ input: server.stdout })) {
    const [, id] = /^ready (\S+)$/.exec(line) ?? [];
    if (!id) continue;
    servers.set(id, server);
    return;
  }
  throw new Error("The server did not start");
}

const holder = async (): Promise<string> => {
  const [row] = await sql()<{ owner: string }[]>`select lease_owner as owner from channels`;
  return row?.owner ?? "";
};
const unsent = () => sql()`select from channel_outbox where status in ('waiting', 'sending')`;
const texts = () => api.sent.map(({ text }) => text);
const count = (part: string) => texts().filter((text) => text.includes(part)).length;
const until = (check: () => unknown, timeout = 20_000) => vi.waitFor(check, { timeout, interval: 50 });

test("one of two servers polls; when it is killed the other one does within the lease, and nothing is lost or doubled", async () => {
  const agentId = await resolveAgent();
  await linkChannel(agentId, "telegram", { token: TOKEN });
  const { code } = await newPairing({ agentId, id: "telegram" });
  await Promise.all([start(), start()]);
  api.say(ADA, `/start ${code}`);
  await until(() => expect(count("You are paired")).toBe(1));
  expect(servers.size).toBe(2);

  api.say(ADA, '/get_state {"key":"first"}');
  await until(async () => expect(await sql()`select from runs where status = 'completed'`).toHaveLength(1));
  // Its answer has gone out, so the next message is that of the command.
  await until(async () => {
    expect(
      await sql()`
        select from channel_chats t where not exists (
          select from messages m where m.conversation_id = t.conversation_id and m.position > t.mirrored)`,
    ).toHaveLength(1);
    expect(await unsent()).toHaveLength(0);
  });
  const hung = () =>
    api.calls.filter(({ method, params }) => method === "sendMessage" && /Memory is/.test(`${params.text}`));
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

  // What is said while a run goes on may be heard by it: runs are fewer than messages, never more.
  await until(async () => {
    expect(await sql()`select from messages where role = 'user'`).toHaveLength(4);
    expect(await sql()`select from runs where status <> 'completed'`).toHaveLength(0);
  }, 40_000);
  await until(async () => expect(await unsent()).toHaveLength(0));
  const said = await sql()<{ id: string }[]>`select id from messages where role = 'user'`;
  expect(new Set(said.map(({ id }) => id)).size).toBe(4);
  // What had no answer when its server died is not sent again, and that is said, once.
  expect(hung()).toHaveLength(1);
  expect(count("may not have arrived")).toBe(1);
  expect(api.maxPolling).toBe(1);
  const [doubled] =
    await sql()`select count(*)::int as n from (select key from channel_outbox group by chat_id, key having count(*) > 1) x`;
  expect(doubled?.n).toBe(0);
}, 120_000);
