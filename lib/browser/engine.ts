import type { Browser, BrowserContext, BrowserContextOptions } from "playwright";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/shared/errors";
import { launchChromium, whyNoChromium } from "./chromium";
import { firstLine } from "./first-line";
import { watchMemory } from "./memory";
import { connectRemote } from "./remote";

/** A Chromium that serves all conversations, each with a context of its own. */
export type Engine = {
  /** It runs elsewhere: nothing is known of how it was started. */
  isRemote: boolean;
  isAlive(): boolean;
  newContext(options: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
};

/** Why the browser's tools cannot work here, in words; null where they can. */
export const whyNoBrowser = (): string | null => (env().EASEL_BROWSER_WS ? null : whyNoChromium());

/** Throws an AppError in words. */
export async function startEngine(): Promise<Engine> {
  const { EASEL_BROWSER_WS: remote } = env();
  if (remote) return asEngine(await connectRemote(remote), (browser) => browser.close());
  try {
    return await launch();
  } catch (error) {
    const why = whyNoChromium() ?? `Chromium does not start: ${firstLine(error)}`;
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
  newContext: (options) => browser.newContext(options),
  close: () => close(browser),
});
