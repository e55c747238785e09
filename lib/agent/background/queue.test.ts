import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { connect } from "@/lib/store/connection";
import { testDatabase } from "@/lib/store/testing/database";
import { defineBackgroundJob } from "./define";
import { enqueue, queueHealth, startQueue } from "./queue";

const JOBS = 25;
/** pg-boss sends a heartbeat every 5 s. */
const LONG_MS = 6_000;
const ENDS = 3;
let database: Awaited<ReturnType<typeof testDatabase>>;

const outcome = Promise.withResolvers<string>();
const long = defineBackgroundJob({
  ...{ name: "long", input: z.object({}), retry: { limit: 0, delaySeconds: 1 } },
  run: (_, signal) =>
    delay(LONG_MS, undefined, { signal }).then(
      () => outcome.resolve("whole"),
      () => outcome.resolve("aborted"),
    ),
});

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test("starts all jobs although the database repeatedly closes connections during the start", async () => {
  const done: string[] = [];
  const jobs = Array.from({ length: JOBS }, (_, nth) => {
    const name = `job-${nth}`;
    const run = async () => void done.push(name);
    return defineBackgroundJob({
      name,
      input: z.object({}),
      retry: { limit: 1, delaySeconds: 1 },
      run,
    });
  });
  const killer = connect(database.url, { max: 1 });
  startQueue([...jobs, long]);
  for (let ends = 0; ends < ENDS; await delay(5)) {
    const rows = await killer`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'easel-jobs %'`;
    if (rows.length > 0) ends++;
  }
  await vi.waitFor(async () => expect(await queueHealth(1_000)).toBe("ok"), { timeout: 30_000 });
  for (const job of jobs) await enqueue(job, [{}]);
  await vi.waitFor(() => expect(done.toSorted()).toEqual(jobs.map(({ name }) => name).toSorted()), {
    timeout: 30_000,
  });
  await killer.end();
});

test("a job that runs longer than the interval of the heartbeats is not aborted", async () => {
  await enqueue(long, [{}]);
  expect(await outcome.promise).toBe("whole");
});
