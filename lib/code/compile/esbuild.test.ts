import { existsSync, readdirSync, readFileSync } from "node:fs";
import { stop } from "esbuild";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { build, IDLE_MS, transform } from "./esbuild";

/** Processes that other test files have started in this process, and that do not belong to this service. */
let others: string[] = [];

/** Returns the processes of the service. Linux only. */
const esbuilds = () => allEsbuilds().filter((pid) => !others.includes(pid));

function allEsbuilds(): string[] {
  const stats = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return stats.filter((pid) => {
    try {
      const [, comm, , parent] =
        /^\d+ \((.*)\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
      return comm === "esbuild" && Number(parent) === process.pid;
    } catch {
      return false;
    }
  });
}

const compile = () => transform("export const a: number = 1", { loader: "ts" });

beforeAll(async () => {
  await stop();
  if (existsSync("/proc/self/stat")) others = allEsbuilds();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test.runIf(existsSync("/proc/self/stat"))("esbuild's process ends once it is idle", async () => {
  await compile();
  expect(esbuilds()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  await compile();
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  expect(esbuilds()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(esbuilds()).toHaveLength(0));
  expect((await compile()).code).toBe("export const a = 1;\n");
  expect(esbuilds()).toHaveLength(1);
});

test("esbuild's process does not end during a build", async () => {
  await compile();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const slow = build({
    stdin: { contents: "import 'slow'" },
    bundle: true,
    write: false,
    plugins: [
      {
        name: "slow",
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^slow$/ }, () => ({ path: "slow", namespace: "slow" }));
          onLoad({ filter: /./, namespace: "slow" }, () => held.then(() => ({ contents: "done()" })));
        },
      },
    ],
  });
  await compile();
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  release();
  expect((await slow).outputFiles[0]?.text).toContain("done()");
});
