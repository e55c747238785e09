import { programAt } from "../../lib/doors/mcp/testing/program.ts";
import { call } from "../call.ts";
import { median, quantile } from "./client.ts";
import type { Row } from "./report.ts";

const CALLS = 200;
const WARM_UP = 30;
const AT_ONCE = 8;

/** Measures a tool call at `/mcp` against an API request that reads the same value. */
export async function mcpServerRows(url: string): Promise<Row[]> {
  await call(url, "PUT", "/api/state/bench", { value: [1, 2, 3] });
  const { body } = await call(url, "POST", "/api/mcp/tokens", { name: "The bench" });
  const program = programAt(url, body.token);
  const read = () => call(url, "GET", "/api/state/bench");
  const use = async () => {
    const { isError, text } = await program.call("get_state", { key: "bench" });
    if (isError) throw new Error(text);
  };
  const rows: Row[] = [];
  for (const [name, work] of [
    ["reading a value of the state by the API", read],
    ["a program's list of tools", () => program.ask("tools/list")],
    ["a program's call of get_state", use],
  ] as const) {
    await timed(work, WARM_UP);
    const times = await timed(work, CALLS);
    rows.push({ name: `${name}, p50 ms`, easel: median(times) });
    rows.push({ name: `${name}, p95 ms`, easel: quantile(times, 0.95) });
  }
  const began = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, () => timed(use, CALLS / AT_ONCE)));
  rows.push({
    name: `a program's calls of get_state, ${AT_ONCE} at once, calls/s`,
    easel: (CALLS * 1000) / (performance.now() - began),
  });
  return rows;
}

async function timed(work: () => Promise<unknown>, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times;
}
