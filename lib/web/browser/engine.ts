import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright";
import { env } from "@/lib/ground/base/env";
import { AppError } from "@/lib/shared/errors";
import { launchChromium, whileAlive, whyNoChromium } from "./chromium";
import { firstErrorLine } from "./first-line";
import { connectRemote } from "./remote";

/** A Chromium that serves all conversations, with one context for each. */
export type Engine = {
  /** True if the browser runs elsewhere, so that its launch flags are unknown. */
  isRemote: boolean;
  isAlive(): boolean;
  newContext(options: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
};

export const whyNoBrowser = (): string | null => (env().EASEL_BROWSER_WS ? null : whyNoChromium());

export async function startEngine(): Promise<Engine> {
  const { EASEL_BROWSER_WS: remote } = env();
  if (remote) return asEngine(await connectRemote(remote), (browser) => browser.close());
  try {
    return await launch();
  } catch (error) {
    const why = whyNoChromium() ?? `Chromium does not start: ${firstErrorLine(error)}`;
    throw new AppError("unavailable", why, { cause: error });
  }
}

async function launch(): Promise<Engine> {
  const { browser, kill } = await launchChromium();
  const unwatch = watchMemory(browser);
  browser.once("disconnected", unwatch);
  return { ...asEngine(browser, kill), isRemote: false };
}

const asEngine = (browser: Browser, close: (browser: Browser) => Promise<void>): Engine => ({
  isRemote: true,
  isAlive: () => browser.isConnected(),
  newContext: (options) => whileAlive(browser, browser.newContext(options)),
  close: () => close(browser),
});

/**
 * Maximum memory of one renderer, and of all renderers together. Beyond either, the largest renderer is killed
 * with its pages.
 */
const MAX_BYTES = 1_000_000_000;
const MAX_OF_ALL = 2_500_000_000;
const LOOKS_EVERY_MS = 500;
const PAGE_BYTES = 4_096;

const run = promisify(execFile);

/** Kills the largest renderer when memory exceeds the limits. Returns a function that stops the watch. */
function watchMemory(browser: Browser): () => void {
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
      // The process or its browser has already exited.
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void look(), LOOKS_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/**
 * Returns the memory of a process in bytes: on Linux its private memory, elsewhere its whole resident memory.
 * Returns 0 on Windows, or if the process has exited.
 */
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
