import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Browser } from "playwright";

/** Of one process that draws pages, and of all of them; what takes more is ended, and its pages with it. */
const MAX_BYTES = 1_000_000_000;
const MAX_OF_ALL = 2_500_000_000;
const LOOKS_EVERY_MS = 500;
const PAGE_BYTES = 4_096;

const run = promisify(execFile);

/** Ends what draws pages when it grows too large. Gives what ends the watch. */
export function watchMemory(browser: Browser): () => void {
  const session = browser.newBrowserCDPSession();
  session.catch(() => {});
  let isBusy = false;
  const look = async () => {
    if (isBusy || browser.contexts().length === 0) return;
    isBusy = true;
    try {
      const { processInfo } = await (await session).send("SystemInfo.getProcessInfo");
      const renderers = processInfo.filter(({ type }) => type === "renderer");
      const sizes = await Promise.all(renderers.map(async ({ id }) => ({ id, bytes: await bytesOf(id) })));
      const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
      const largest = sizes.sort((a, b) => b.bytes - a.bytes)[0];
      if (largest && (largest.bytes > MAX_BYTES || all > MAX_OF_ALL)) process.kill(largest.id, "SIGKILL");
    } catch {
      // It has ended by itself, or with its browser.
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void look(), LOOKS_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** What a process has for itself, without what it shares with the others where that is known; nothing of one that is gone. */
const bytesOf = (pid: number): Promise<number> => measured(pid).catch(() => 0);

async function measured(pid: number): Promise<number> {
  if (process.platform === "linux") {
    const [, resident = 0, shared = 0] = (await readFile(`/proc/${pid}/statm`, "utf8"))
      .split(" ")
      .map(Number);
    return (resident - shared) * PAGE_BYTES;
  }
  if (process.platform === "win32") return 0;
  const { stdout } = await run("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout) * 1_024;
}
