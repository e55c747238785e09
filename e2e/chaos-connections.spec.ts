import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connect } from "../lib/store/connection.ts";
import { launch } from "../lib/store/embedded/launch.ts";
import { findPostmaster } from "../lib/store/embedded/pid-file.ts";
import { removeDataFolder } from "../lib/store/embedded/testing/remove.ts";
import { Talk, written } from "./api.ts";
import { call } from "./call.ts";
import { type ExternalPostgres, startPostgres } from "./external-postgres.ts";
import { expect, modelOf, test } from "./fixtures.ts";
import { directive } from "./provider/directive.ts";
import { EaselServer } from "./server.ts";

/** True with `npm run chaos`, which repeats each kind of failure more often than the normal test run. */
const whole = process.env.CHAOS_ROUNDS !== undefined;
const RESTARTS = whole ? 10 : 2;
const CUTTING_MS = whole ? 60_000 : 3_000;
const POSTMASTERS = whole ? 20 : 2;
const WRITERS = 4;
const TALKERS = 3;

test.describe.configure({ mode: "serial", timeout: whole ? 600_000 : 120_000 });

const TURNS = [{ text: "alpha " }, { tool: "set_state", input: { key: "chaos-run", value: 1 } }];

async function sendUntilAccepted(talk: Talk, body: Record<string, unknown>): Promise<void> {
  for (;;) {
    try {
      const response = await talk.send(body);
      await response.text();
      if (response.status === 200) return;
    } catch {
      // The stream broke, so it is unknown whether the request was accepted: repeat it.
    }
    await delay(100);
  }
}

async function survive(easel: EaselServer, trouble: () => Promise<void>): Promise<void> {
  const pid = easel.pid;
  let isOver = false;
  const acknowledged = new Map<string, number>();
  const writers = Array.from({ length: WRITERS }, async () => {
    const key = `chaos-${randomUUID()}`;
    for (let n = 1; !isOver; n++) {
      const { status } = await call(easel.url, "PUT", `/api/state/${key}`, { value: n });
      if (status < 300) acknowledged.set(key, n);
      else expect(status, "a lost connection is a 503").toBe(503);
    }
  });
  const talks: Talk[] = [];
  const talkers = Array.from({ length: TALKERS }, async () => {
    while (!isOver) {
      const talk = new Talk(easel.url);
      talks.push(talk);
      const text = `go\n${directive(TURNS, [{ tokens: 20, rate: 100 }, { text: "omega" }])}`;
      await sendUntilAccepted(talk, {
        message: { id: randomUUID(), role: "user", parts: [{ type: "text", text }] },
      });
    }
  });
  await expect.poll(() => acknowledged.size).toBe(WRITERS);
  await trouble();
  // On a slow machine, wait until users have sent further messages after the trouble.
  await expect.poll(() => talks.length, { timeout: 60_000 }).toBeGreaterThan(TALKERS);
  isOver = true;
  await Promise.all([...writers, ...talkers]);

  expect(easel.pid, "the server is the one that it was").toBe(pid);
  expect(process.kill(pid, 0)).toBe(true);
  const ailing = async () => {
    const { status, body } = await call(easel.url, "GET", "/api/health");
    return status === 200 ? "nothing" : body;
  };
  await expect.poll(ailing).toBe("nothing");
  for (const [key, n] of acknowledged) {
    const { body } = await call(easel.url, "GET", `/api/state/${key}`);
    expect(body.value, key).toBeGreaterThanOrEqual(n);
  }
  for (const talk of talks) {
    const { messages } = await talk.until("completed");
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(written(messages[1] ?? { parts: [] })).toMatch(/^alpha (w\d+ ?){20}omega$/);
    expect(messages[1]?.parts.filter(({ toolCallId }) => toolCallId)).toHaveLength(1);
  }
}

test.describe("an external Postgres", { tag: "@long" }, () => {
  let database: ExternalPostgres;
  let easel: EaselServer;
  let own: string;
  test.beforeAll(async ({ folder, provider }) => {
    own = mkdtempSync(join(dirname(folder), "e2e-external-"));
    database = await startPostgres(join(own, "server"));
    easel = await EaselServer.start({
      DATABASE_URL: database.url,
      EASEL_DATA_DIR: join(own, "data"),
      ...modelOf(provider),
    });
  });
  test.afterAll(async () => {
    await easel.stop();
    await database.stop();
    removeDataFolder(join(own, "server"));
    removeDataFolder(own);
  });

  test("restarts repeatedly", async () => {
    await survive(easel, async () => {
      for (let round = 0; round < RESTARTS; round++) {
        await database.restart();
        await delay(700);
      }
    });
  });

  test("ends all connections every 300 ms", async () => {
    const admin = connect(database.url, { max: 1 });
    await survive(easel, async () => {
      for (const end = Date.now() + CUTTING_MS; Date.now() < end; await delay(300))
        await admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'easel %'`;
    });
    await admin.end();
  });
});

test("the server recovers from repeated kills of the embedded Postgres", async ({ easel, folder }) => {
  const database = await launch({ dataDir: folder, log: () => {} });
  await survive(easel, async () => {
    for (let round = 0; round < POSTMASTERS; round++) {
      const pid = findPostmaster(join(folder, "postgres", "data"));
      expect(pid).toBeGreaterThan(0);
      if (pid) process.kill(pid, "SIGKILL");
      await expect
        .poll(async () => (await call(easel.url, "GET", "/api/health")).body.database, { timeout: 30_000 })
        .toBe("ok");
      await delay(500);
    }
  });
  await database.stop();
});
