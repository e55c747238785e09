import { runInSandbox } from "@/lib/code/isolate";
import { closeAll } from "@/lib/ground/base/process";
import { median, quantile } from "./client.ts";

const CALLS = 2_000;
const WARM_UP = 200;
const BOMBS = 10;
const WIDTHS = [1, 8];
/** More calls at once than the pool has processes. */
const AT_ONCE = 4;

const stored = new Map<string, unknown>();
const state = {
  get: async (key: string) => stored.get(key) ?? null,
  set: async (key: string, value: unknown) => void stored.set(key, value),
  delete: async (key: string) => stored.delete(key),
  list: async () => [...stored.keys()],
};
const run = (code: string, agentId = "bench", signal = new AbortController().signal) =>
  runInSandbox({ agentId, code, args: { list: [3, 1, 2] }, signal, state });

const figures: Record<string, number> = {};
const CODE = {
  "": "return args.list.toSorted().map((n) => n * 2);",
  " with a host call": `return await state.get("bench");`,
};

for (const [name, code] of Object.entries(CODE)) {
  for (const width of WIDTHS) {
    await lanes(width, WARM_UP, code);
    const began = performance.now();
    const times = await lanes(width, CALLS, code);
    const key = `a call${name}, ${width} at once`;
    figures[`${key}, p50 ms`] = median(times);
    figures[`${key}, p95 ms`] = quantile(times, 0.95);
    figures[`${key}, calls/s`] = (times.length * 1000) / (performance.now() - began);
  }
}
figures["another caller beside a bomb of memory, ms"] = await besideBombs(
  "const a = []; for (;;) a.push({});",
  1,
);
figures["another caller beside a loop, ms"] = await besideBombs("for (;;);", 1);
figures[`another caller beside ${AT_ONCE} loops, ms`] = await besideBombs("for (;;);", AT_ONCE);
console.log(`figures ${JSON.stringify(figures)}`);
await closeAll();

async function lanes(width: number, calls: number, code: string): Promise<number[]> {
  const times: number[] = [];
  const lane = async () => {
    for (let call = 0; call < calls / width; call++) {
      const began = performance.now();
      await run(code);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return times;
}

/** Returns the longest of ten waits of another agent for a result while bombs are running. */
async function besideBombs(bomb: string, count: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < BOMBS; round++) {
    const over = new AbortController();
    const bombs = Array.from({ length: count }, () => run(bomb, "bomber", over.signal).catch(() => {}));
    const began = performance.now();
    await run("return 1", "somebody");
    times.push(performance.now() - began);
    over.abort();
    await Promise.all(bombs);
    // Give the pool time to replace killed processes.
    for (let call = 0; call < 50; call++) await run("return 1", "somebody");
  }
  return Math.max(...times);
}
