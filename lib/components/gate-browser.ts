import type { BrowserContext } from "playwright";
import { type Launched, launchChromium } from "../browser/chromium.ts";
import { owned } from "../process.ts";

/** A browser takes memory, and components come in bursts. */
const IDLE = 60_000;
/** What does not close by then never will. */
const CLOSES_IN = 1_000;

type Shared = { running?: Launched; last: Promise<unknown>; idle?: NodeJS.Timeout };

const shared = () => owned<Shared>("gate-browser", () => ({ last: Promise.resolve() }), kill);

/**
 * Gives `use` a fresh profile without a network, one after the other: a browser in which something hangs is ended, and
 * nobody else is in it. `use` gets `limit` milliseconds. Throws where there is no browser.
 */
export function withBrowser<T>(limit: number, use: (context: BrowserContext) => Promise<T>): Promise<T> {
  const state = shared();
  const turn = state.last.then(() => run(state, limit, use));
  state.last = turn.catch(() => {});
  return turn;
}

async function run<T>(
  state: Shared,
  limit: number,
  use: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  clearTimeout(state.idle);
  if (!state.running?.browser.isConnected()) state.running = await launchChromium();
  const context = await state.running.browser.newContext({ serviceWorkers: "block" });
  try {
    return await within(limit, use(context));
  } finally {
    await within(CLOSES_IN, context.close()).catch(() => kill(state));
    state.idle = setTimeout(() => void kill(state), IDLE).unref();
  }
}

async function kill(state: Shared): Promise<void> {
  clearTimeout(state.idle);
  const { running } = state;
  state.running = undefined;
  await running?.kill();
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`It took longer than ${ms} ms.`)), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
