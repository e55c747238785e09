import type { BrowserContext, Page } from "playwright";
import { singleton } from "../../ground/base/process.ts";
import { AppError } from "../../shared/errors.ts";
import { type Launched, launchChromium, whileAlive } from "../../web/browser/chromium.ts";

/** Close an idle browser to free its memory, but not at once: components often arrive in bursts. */
const IDLE_MS = 60_000;
/** Keep a prepared page longer: a model may take minutes to write the component for which it was opened. */
const PREPARED_IDLE_MS = 300_000;
/** If a context takes longer to close, it hangs and the browser is killed. */
const CLOSES_IN = 1_000;
const OPENS_IN = 20_000;

type Open = (context: BrowserContext) => Promise<Page>;
type Prepared = { context: BrowserContext; page: Page };
type Shared = {
  running?: Launched;
  prepared?: Prepared;
  last: Promise<unknown>;
  closing?: Promise<void>;
  idle?: NodeJS.Timeout;
  isOver?: boolean;
};

const shared = () =>
  singleton<Shared>(
    "gate-browser",
    () => ({ last: Promise.resolve() }),
    (state) => {
      state.isOver = true;
      return kill(state);
    },
  );

/**
 * Calls `use` with the prepared page, or with a new page in a fresh context. Only one page is used at a time,
 * so that killing a hanging browser affects no other test. Opening and using the page together may take
 * `limit` milliseconds. Throws if there is no browser.
 */
export const withPage = <T>(limit: number, open: Open, use: (page: Page) => Promise<T>): Promise<T> =>
  inTurn((state) => run(state, limit, open, use));

/** Opens a page for the next `withPage` in advance. Ignores errors, because `withPage` tries again. */
export const preparePage = (limit: number, open: Open): Promise<void> =>
  inTurn((state) => prepare(state, limit, open)).catch(() => {});

/** Runs one `work` at a time. The next one also waits until the context of the previous one has closed. */
function inTurn<T>(work: (state: Shared) => Promise<T>): Promise<T> {
  const state = shared();
  const turn = state.last.then(() => work(state));
  state.last = turn.catch(() => {}).then(() => state.closing);
  return turn;
}

async function run<T>(state: Shared, limit: number, open: Open, use: (page: Page) => Promise<T>): Promise<T> {
  clearTimeout(state.idle);
  const { context, page } = take(state) ?? { context: await newContext(state) };
  try {
    const used = (page ? Promise.resolve(page) : open(context)).then((opened) => use(opened));
    return await within(limit, whileAlive(context.browser(), used));
  } finally {
    state.closing = close(state, context).then(() => killLater(state, IDLE_MS));
  }
}

async function prepare(state: Shared, limit: number, open: Open): Promise<void> {
  state.prepared = take(state);
  if (state.prepared) return killLater(state, PREPARED_IDLE_MS);
  const context = await newContext(state);
  try {
    state.prepared = { context, page: await within(limit, whileAlive(context.browser(), open(context))) };
  } catch (error) {
    await close(state, context);
    throw error;
  } finally {
    killLater(state, PREPARED_IDLE_MS);
  }
}

function take(state: Shared): Prepared | undefined {
  const { prepared, running } = state;
  state.prepared = undefined;
  return prepared && running?.browser.isConnected() && !prepared.page.isClosed() ? prepared : undefined;
}

async function newContext(state: Shared): Promise<BrowserContext> {
  clearTimeout(state.idle);
  if (!state.isOver && !state.running?.browser.isConnected()) state.running = await launchChromium();
  const { running, isOver } = state;
  if (isOver || !running) {
    await kill(state);
    throw new AppError("unavailable", "The server is stopping: call again when it is back.");
  }
  const { browser } = running;
  return within(OPENS_IN, whileAlive(browser, browser.newContext({ serviceWorkers: "block" })));
}

const close = (state: Shared, context: BrowserContext): Promise<void> =>
  within(CLOSES_IN, context.close()).catch(() => kill(state));

function killLater(state: Shared, ms: number): void {
  clearTimeout(state.idle);
  state.idle = setTimeout(() => void kill(state), ms).unref();
}

async function kill(state: Shared): Promise<void> {
  clearTimeout(state.idle);
  const { running } = state;
  state.running = undefined;
  state.prepared = undefined;
  await running?.kill();
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`It took longer than ${ms} ms.`)), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
