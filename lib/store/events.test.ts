import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { resolveAgent } from "./agents/agents";
import { subscribe } from "./bus";
import { connect } from "./connection";
import { sql } from "./db";
import { flush, readEvents, record } from "./events";
import { begin } from "./loop/runs";
import { testDatabase } from "./testing/database";

let agentId: string;
let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  ({ url, drop } = database);
  agentId = await resolveAgent();
});
afterAll(() => drop());

async function runId(): Promise<string> {
  const started = await begin({
    agentId,
    conversationId: randomUUID(),
    message: { id: "m", parts: [] },
    title: "",
  });
  if (started.outcome !== "begun") throw new Error(started.outcome);
  return started.run.id;
}

const stored = async (id: string) => (await readEvents(id, 1, 0)).flatMap(({ chunks }) => chunks);

test("flush writes the chunks of several runs in one batch, with one row for each run", async () => {
  const odd = "nul \0, half \ud83d";
  const [one, two] = [await runId(), await runId()];
  for (let n = 0; n < 5; n++) record(one, 1, n, JSON.stringify({ n, odd }));
  record(two, 1, 0, JSON.stringify("x"));
  await flush();
  expect(await readEvents(one, 1, 0)).toMatchObject([{ seq: 0, count: 5 }]);
  expect(await stored(one)).toEqual([0, 1, 2, 3, 4].map((n) => ({ n, odd: "nul \ufffd, half \ufffd" })));
  expect(await stored(two)).toEqual(["x"]);
});

test("closeAll writes the remaining chunks at shutdown", async () => {
  const id = await runId();
  record(id, 1, 0, "1");
  await closeAll();
  expect(await stored(id)).toEqual([1]);
});

test("flush writes rows in order despite concurrent flushes", async () => {
  const id = await runId();
  for (let n = 0; n < 20; n++) {
    record(id, 1, n, `${n}`);
    void flush();
  }
  await flush();
  expect(await stored(id)).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test("flush writes the chunks of other runs if a run is deleted concurrently", async () => {
  const [gone, remaining] = [await runId(), await runId()];
  const other = connect(url, { max: 1 });
  await other`begin`;
  await other`delete from runs where id = ${gone}`;
  record(gone, 1, 0, "1");
  record(remaining, 1, 0, "2");
  const flushed = flush();
  await expect
    .poll(
      () =>
        sql()`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    .toHaveLength(1);
  await other`commit`;
  await flushed;
  await other.end();
  expect([await stored(gone), await stored(remaining)]).toEqual([[], [2]]);
});

test("flush sends one notice with the runs of a batch to other servers", async () => {
  const id = await runId();
  const notices: unknown[] = [];
  const leave = subscribe((notice) => notices.push(notice));
  const other = connect(url, { max: 1 });
  const payload = Promise.withResolvers<string>();
  await other.listen("easel", payload.resolve);
  record(id, 1, 0, "1");
  await flush();
  expect(JSON.parse(await payload.promise)).toMatchObject({ notices: [{ type: "events", runs: [id] }] });
  expect(notices).toEqual([]);
  leave();
  await other.end();
});
