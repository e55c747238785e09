import type { Sql } from "postgres";
import { quantile } from "./client.ts";
import type { Row } from "./report.ts";
import { seedWaiting } from "./seed.ts";

const TRIGGERS = 50;
const AHEAD_MS = 4_000;
const APART_MS = 100;
const JOBS = 10_000;
const ASKS = 1_000;
const READS = 20;

export async function jobRows(url: string, sql: Sql): Promise<Row[]> {
  const apart = await lateness(url, sql, (nth) => nth * APART_MS);
  const concurrent = await lateness(url, sql, () => 0);
  const rows = [
    ...quantiles("due to started", apart, 250),
    ...quantiles(`due to started, ${TRIGGERS} at once`, concurrent),
  ];
  await seedJobs(sql);
  rows.push(...quantiles(`${JOBS.toLocaleString("en")} jobs listed`, await timed(`${url}/api/jobs`)));
  const month = `from=${new Date().toISOString()}&to=${new Date(Date.now() + 86_400_000).toISOString()}`;
  rows.push(...quantiles("the schedule of a day among them", await timed(`${url}/api/schedule?${month}`)));
  await sql`delete from jobs`;
  await seedWaiting(sql, ASKS);
  rows.push(...quantiles(`the inbox with ${ASKS.toLocaleString("en")} asks`, await timed(`${url}/api/asks`)));
  return rows;
}

async function lateness(url: string, sql: Sql, after: (nth: number) => number): Promise<number[]> {
  const first = Date.now() + AHEAD_MS;
  const ids: string[] = [];
  for (let nth = 0; nth < TRIGGERS; nth++) {
    const body = {
      ...{ name: `Bench ${nth}`, kind: "once", instruction: "Say hello." },
      at: new Date(first + after(nth)).toISOString(),
    };
    const response = await fetch(`${url}/api/triggers`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { trigger } = (await response.json()) as { trigger: { id: string } };
    ids.push(trigger.id);
  }
  for (;;) {
    const rows = await sql<{ ms: number }[]>`
      select (extract(epoch from started_at - due_at) * 1000)::float8 as ms from job_runs
      where started_at is not null and job_id in (select json_array_elements_text(${JSON.stringify(ids)}::json)::uuid)`;
    if (rows.length === ids.length) {
      await Promise.all(ids.map((id) => fetch(`${url}/api/triggers/${id}`, { method: "DELETE" })));
      return rows.map(({ ms }) => ms);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function seedJobs(sql: Sql): Promise<void> {
  const spec = JSON.stringify({ cronExpression: "0 7 * * 1-5", timeZone: "Europe/Berlin", catchUp: "one" });
  await sql`
    insert into jobs (id, agent_id, kind, name, instruction, enabled, spec, next_run_at)
    select gen_random_uuid(), a.id, 'cron', 'Job ' || n, 'Say hello.', true, ${spec}::json, now() + interval '1 day'
    from (select id from agents order by created_at limit 1) a, generate_series(1, ${JOBS}) n`;
  await sql`analyze jobs`;
}

async function timed(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = -2; n < READS; n++) {
    const began = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} said ${response.status}`);
    if (n >= 0) times.push(performance.now() - began);
  }
  return times;
}

const quantiles = (name: string, times: number[], aim?: number): Row[] => [
  { name: `${name}, p50 ms`, easel: quantile(times, 0.5) },
  { name: `${name}, p95 ms`, easel: quantile(times, 0.95), ...(aim !== undefined && { aim }) },
];
