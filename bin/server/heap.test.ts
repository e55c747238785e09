import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { shrinkHeapWhenIdle } from "./heap";

let stop = () => {};
afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

const idleShare = () => 1;

test("an idle server collects garbage once, and again only after its heap has grown", async () => {
  const heap = vi.spyOn(process, "memoryUsage");
  const total = (heapTotal: number) => heap.mockReturnValue({ heapTotal } as NodeJS.MemoryUsage);
  const collect = vi.fn(() => void total(100e6));
  total(200e6);
  stop = shrinkHeapWhenIdle({ everyMs: 50, collect, idleShare });
  await vi.waitFor(() => expect(collect).toHaveBeenCalledTimes(1), 20_000);
  total(120e6);
  await sleep(500);
  expect(collect).toHaveBeenCalledTimes(1);
  total(130e6);
  await vi.waitFor(() => expect(collect).toHaveBeenCalledTimes(2), 20_000);
});

test("does not collect garbage while the server works", async () => {
  const collect = vi.fn();
  vi.spyOn(process, "cpuUsage").mockReturnValue({ user: 10_000, system: 0 });
  stop = shrinkHeapWhenIdle({ everyMs: 50, collect, idleShare });
  await sleep(300);
  expect(collect).not.toHaveBeenCalled();
});

test("does not collect garbage while other processes use the machine", async () => {
  const collect = vi.fn();
  stop = shrinkHeapWhenIdle({ everyMs: 50, collect, idleShare: () => 0.1 });
  await sleep(300);
  expect(collect).not.toHaveBeenCalled();
});

test("a process that has become idle returns memory to the system", async () => {
  const script = `
    import { setTimeout as sleep } from "node:timers/promises";
    import { shrinkHeapWhenIdle } from ${JSON.stringify(join(import.meta.dirname, "heap.ts"))};
    let kept = Array.from({ length: 3_000_000 }, (_, n) => ({ n }));
    const before = process.memoryUsage().rss;
    kept = undefined;
    shrinkHeapWhenIdle({ everyMs: 100, idleShare: () => 1 });
    let after = before;
    for (let i = 0; i < 200 && after > before - 60e6; i++) {
      await sleep(100);
      after = process.memoryUsage().rss;
    }
    console.log(Math.round((before - after) / 1e6));`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script]);
  expect(Number(stdout)).toBeGreaterThan(60);
});
