import type { Sql } from "postgres";
import { Talk } from "../api.ts";
import { call } from "../call.ts";
import { median, quantile } from "./client.ts";
import { launch } from "./processes.ts";
import type { Row } from "./report.ts";

type Figure = { bare: number; easel: number };

/**
 * Measures an empty program against `deno run -`, tool calls made by code, and the statistics of many runs.
 */
export async function codeRows(url: string, sql: Sql): Promise<Row[]> {
  return [...(await programRows()), ...(await toolCallRows(url)), ...(await figureRows(url, sql))].map(
    ({ name, ...row }) => ({ name: `code, ${name}`, ...row }),
  );
}

async function programRows(): Promise<Row[]> {
  const measured = await launch({
    args: ["--import", "./e2e/bench/alias.mjs", "e2e/bench/code-calls.ts"],
    ready: /^figures (\{.*\})$/,
  });
  await measured.stop();
  const figures: Record<string, Figure> = JSON.parse(measured.url);
  return Object.entries(figures).map(([name, figure]) => ({ name, ...figure }));
}

const ROUNDS = 12;
const WARM_UP = 2;
const CALLS = 100;
/**
 * Code that calls a tool a hundred times. It measures the time itself, so that the model request does not count.
 */
const CALLING = {
  "one after the other": `const began = Date.now();
    for (let n = 0; n < ${CALLS}; n++) await tools.get_state({ key: "bench" });
    return Date.now() - began;`,
  "all at once": `const began = Date.now();
    await Promise.all(Array.from({ length: ${CALLS} }, () => tools.get_state({ key: "bench" })));
    return Date.now() - began;`,
};

async function toolCallRows(url: string): Promise<Row[]> {
  await call(url, "PUT", "/api/state/bench", { value: [1, 2, 3] });
  const rows: Row[] = [];
  for (const [how, code] of Object.entries(CALLING)) {
    const times: number[] = [];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const talk = new Talk(url);
      await (await talk.say("Go", { tool: "run_sandbox_code", input: { code } }, { text: "Done." })).text();
      const { messages } = await talk.until("completed");
      const part = messages.at(-1)?.parts.find(({ type }) => type === "tool-run_sandbox_code");
      const ms = (part?.output as { result?: number } | undefined)?.result;
      if (typeof ms !== "number") throw new Error(`The code gave ${JSON.stringify(part)}`);
      if (round >= 0) times.push(ms);
    }
    rows.push({ name: `${CALLS} calls of a tool, ${how}, calls/s`, easel: (CALLS * 1_000) / median(times) });
  }
  return rows;
}

const EXECUTIONS = 100_000;
const READS = 40;
const QUESTIONS = {
  "figures of 7 days": "/api/code/stats?days=7",
  "figures of 30 days": "/api/code/stats?days=30",
  "hint about failures": "/api/code/hint",
  "the newest failures of a kind": "/api/code/executions?status=failed&category=type",
};

async function figureRows(url: string, sql: Sql): Promise<Row[]> {
  await seedExecutions(sql);
  const rows: Row[] = [];
  for (const [name, path] of Object.entries(QUESTIONS)) {
    const times: number[] = [];
    for (let read = -WARM_UP; read < READS; read++) {
      const began = performance.now();
      const { status } = await call(url, "GET", path);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      if (read >= 0) times.push(performance.now() - began);
    }
    const among = `${name} among ${EXECUTIONS.toLocaleString("en")} runs`;
    rows.push({ name: `${among}, p50 ms`, easel: median(times) });
    rows.push({ name: `${among}, p95 ms`, easel: quantile(times, 0.95) });
  }
  return rows;
}

const seedExecutions = async (sql: Sql): Promise<void> => {
  await sql`
    insert into executions (agent_id, runner, tool, code, stdout, stderr, exit_code, duration_ms, success, error_category, created_at)
    select a.id, 'isolate', 'run_sandbox_code', repeat('const rows = await load();' || chr(10), 20), 'read ' || n,
      case when n % 5 = 0 then 'The code threw TypeError: rows.map is not a function (line 2, column ' || n % 80 || ').' else '' end,
      case when n % 5 = 0 then 1 else 0 end, n % 700, n % 5 > 0,
      case when n % 5 > 0 then null when n % 3 = 0 then 'type' when n % 3 = 1 then 'timeout' else 'reference' end,
      now() - n * interval '25.9 s'
    from (select id from agents order by created_at limit 1) a, generate_series(1, ${EXECUTIONS}) n`;
  await sql`analyze executions`;
};
