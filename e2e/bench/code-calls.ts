import { spawn } from "node:child_process";
import { once } from "node:events";
import { denoPath } from "@/lib/code/deno/deno";
import { runProgram } from "@/lib/code/deno/execute";
import { closeAll } from "@/lib/ground/base/process";
import { median, quantile } from "./client.ts";

const CALLS = 100;
const WARM_UP = 5;
const HELLO = `console.log("hello" as string)`;

const deno = denoPath() ?? "deno";

async function bare(): Promise<void> {
  const child = spawn(deno, ["run", "-"], { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.end(HELLO);
  child.stdout.resume();
  await once(child, "close");
}

const { signal } = new AbortController();
const ours = () =>
  runProgram(
    {
      ...{ sources: { "program.ts": HELLO }, entry: "program.ts", timeoutMs: 30_000, signal },
      caller: { agentId: "bench" },
    },
    async (_, { stdout }) => {
      if (stdout !== "hello\n") throw new Error(`It said ${stdout}`);
    },
  );

/** Runs of a bare Deno and of Easel alternate, so that both meet the same load of the machine. */
const times: Record<"bare" | "easel", number[]> = { bare: [], easel: [] };
for (let call = 0; call < CALLS + WARM_UP; call++) {
  for (const [name, run] of [
    ["bare", bare],
    ["easel", ours],
  ] as const) {
    const began = performance.now();
    await run();
    if (call >= WARM_UP) times[name].push(performance.now() - began);
  }
}
const of = (figure: (all: number[]) => number) => ({ bare: figure(times.bare), easel: figure(times.easel) });
console.log(
  `figures ${JSON.stringify({
    'execute "hello", p50 ms': of(median),
    'execute "hello", p95 ms': of((all) => quantile(all, 0.95)),
  })}`,
);
await closeAll();
