import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nextRuns } from "@/lib/data/schedule/cron";
import { createJob } from "@/lib/data/schedule/jobs";
import { dueSlotsOf } from "@/lib/data/schedule/plan";
import { resolveAgent } from "@/lib/store/agents/agents";
import { claimDue } from "@/lib/store/agents/due-jobs";
import { connect } from "@/lib/store/connection";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";

/**
 * How often the test closes a connection of the two servers: 15 times by default, 300 times with `npm run
 * chaos`.
 */
const KILLS = 15 * Number(process.env.CHAOS_ROUNDS ?? 1);
const DAYS = 40;
let database: Awaited<ReturnType<typeof testDatabase>>;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/*
 * Two servers claim due jobs while the clock jumps forward and the database closes their connections in the
 * middle of transactions, as if a server died. Work that was not committed must have no effect.
 */
test("each time of a job has exactly one row, fired or missed, while two servers die repeatedly", async () => {
  const agentId = await resolveAgent();
  const killer = connect(database.url, { max: 1 });
  const user = { author: "person", cause: null } as const;
  const jobs = await Promise.all(
    ["*/30 * * * *", "5 7 * * *", "0 0 * * 1"].map((cronExpression, nth) =>
      createJob(
        agentId,
        { name: `Job ${nth}`, instruction: "x", cronExpression, timeZone: "Europe/Berlin" },
        user,
      ),
    ),
  );
  const begin = new Date("2026-10-05T00:00:00Z");
  await sql()`update jobs set next_run_at = ${begin.toISOString()}`;
  const handed: string[] = [];
  let now = begin.getTime();
  const end = now + DAYS * 86_400_000;
  let kills = 0;
  const server = async () => {
    while (now < end || (await dueCount()) > 0) {
      const mine: string[] = [];
      await claimDue(
        dueSlotsOf,
        async (_, jobRuns) => {
          mine.push(...jobRuns.map(({ id }) => id));
        },
        new Date(Math.min(now, end)),
      ).then(
        () => {
          handed.push(...mine);
          now += randomInt(1, 4) * 3_600_000;
        },
        () => {},
      );
    }
  };
  const dueCount = async () => {
    const [row] = await killer<{ count: number }[]>`
      select count(*)::int as count from jobs where next_run_at <= ${new Date(end).toISOString()}`;
    return row?.count ?? 0;
  };
  const kill = async () => {
    while (kills < KILLS) {
      const rows = await killer`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query not ilike '%listen%' limit 1`;
      kills += rows.length;
      if (now >= end && kills < KILLS) now = begin.getTime();
    }
  };
  await Promise.all([server(), server(), kill()]);
  now = end;
  await server();
  const rows = await sql()<{ id: string; jobId: string; dueAt: string; status: string }[]>`
    select id, job_id as "jobId", due_at as "dueAt", status from job_runs order by due_at`;
  for (const [nth, job] of jobs.entries()) {
    const times = rows.filter(({ jobId }) => jobId === job.id).map(({ dueAt }) => new Date(dueAt).getTime());
    const expected = nextRuns(
      { cronExpression: job.cronExpression, timeZone: job.timeZone },
      begin,
      [2_000, 41, 6][nth] ?? 0,
    )
      .map((at) => at.getTime())
      .filter((at) => at <= end);
    expect(times.filter((at) => at > begin.getTime())).toEqual(expected);
  }
  const queued = new Set(rows.filter(({ status }) => status === "queued").map(({ id }) => id));
  expect(new Set(handed).size).toBe(handed.length);
  expect(handed.filter((id) => !queued.has(id))).toEqual([]);
  expect(kills).toBeGreaterThanOrEqual(KILLS);
  await killer.end();
}, 60_000);
