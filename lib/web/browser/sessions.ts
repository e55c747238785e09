import { EventEmitter } from "node:events";
import { LRUCache } from "lru-cache";
import type { BrowserContext, BrowserContextOptions } from "playwright";
import { env } from "@/lib/ground/base/env";
import { singleton } from "@/lib/ground/base/process";
import { openProxyAccess, type ProxyAccess } from "@/lib/platform/egress/proxy";
import { AppError } from "@/lib/shared/errors";
import { type Engine, startEngine } from "./engine";
import { BrowserRefusals } from "./refusals";
import { OWN_MACHINE, prove } from "./remote";
import { BrowserSession, type Who } from "./session";
import { VIEWPORT } from "./viewport";

/**
 * Idle times after which a browser closes. The time is longer while the user has control, because they may be
 * looking something up.
 */
const IDLE_MS = { agent: 10 * 60_000, person: 30 * 60_000 };
/** Idle time after which Chromium itself ends, if there are no sessions. */
const ENGINE_IDLE_MS = 60_000;
const LOOKS_EVERY_MS = 15_000;
/** If a context does not close in this time, its browser is ended. */
const CLOSES_IN_MS = 3_000;
/** Maximum number of open browsers. Each has its own renderers, which take memory. */
const MAX_SESSIONS = 12;

type Open = { session: BrowserSession; way: ProxyAccess; context: BrowserContext };
type All = {
  open: Map<string, Open>;
  opening: Map<string, Promise<BrowserSession>>;
  engine: Promise<Engine> | null;
  /** Time in milliseconds since which there has been no session. */
  spare: number;
  timer: NodeJS.Timeout;
  opened: EventEmitter;
  ended: LRUCache<string, string>;
};

const all = (): All =>
  singleton<All>(
    "browsers",
    () => ({
      open: new Map(),
      opening: new Map(),
      engine: null,
      spare: Date.now(),
      timer: setInterval(() => void tidy(), LOOKS_EVERY_MS).unref(),
      opened: new EventEmitter().setMaxListeners(0),
      ended: new LRUCache({ max: 1_000 }),
    }),
    shutDown,
  );

export function openSession(who: Who): Promise<BrowserSession> {
  const state = all();
  const there = findSession(who.conversationId);
  if (there) return Promise.resolve(there);
  const pending = state.opening.get(who.conversationId);
  if (pending) return pending;
  const opening = begin(state, who).finally(() => state.opening.delete(who.conversationId));
  state.opening.set(who.conversationId, opening);
  return opening;
}

/** Returns the conversation's browser. If it is being opened, waits for it. Returns null if there is none. */
export const awaitSession = (conversationId: string): Promise<BrowserSession | null> =>
  all().opening.get(conversationId) ?? Promise.resolve(findSession(conversationId));

export const findSession = (conversationId: string): BrowserSession | null =>
  all().open.get(conversationId)?.session ?? null;

export const whyBrowserClosed = (conversationId: string): string | null =>
  all().ended.get(conversationId) ?? null;

export function onSessions(listener: (session: BrowserSession) => void): () => void {
  const { opened } = all();
  opened.on("session", listener);
  return () => opened.off("session", listener);
}

export async function closeSession(conversationId: string, why: string): Promise<void> {
  const state = all();
  const found = state.open.get(conversationId);
  if (!found) return;
  state.open.delete(conversationId);
  state.ended.set(conversationId, why);
  state.spare = Date.now();
  found.session.end(why);
  await soon(found.context.close());
  found.way.close();
}

async function begin(state: All, who: Who): Promise<BrowserSession> {
  const { conversationId } = who;
  await ensureCapacity(state);
  const engine = await running(state);
  const refusals = new BrowserRefusals();
  const way = await openProxyAccess({
    caller: () => findSession(conversationId)?.caller ?? { ...who, tool: "browser" },
    onRefused: refusals.add,
    onConnected: (url) => findSession(conversationId)?.origins.connected(url),
    at: engine.isRemote ? env().EASEL_BROWSER_PROXY : undefined,
  });
  let context: BrowserContext | undefined;
  try {
    context = await engine.newContext(optionsFor(way)).catch(async () => {
      // Chromium has probably crashed or hangs, so start another one.
      await engine.close().catch(() => {});
      return (await running(state)).newContext(optionsFor(way));
    });
    if (engine.isRemote) await prove(context, way, () => refusals.has(OWN_MACHINE));
    const session = new BrowserSession(who, context, refusals);
    context.once("close", () => void closeSession(conversationId, CRASHED));
    const before = state.ended.get(conversationId);
    if (before && before !== BY_AGENT)
      session.note(`This is a new browser, without the logins of the previous one. ${before}`);
    state.open.set(conversationId, { session, way, context });
    state.opened.emit("session", session);
    return session;
  } catch (error) {
    await context?.close().catch(() => {});
    way.close();
    throw error;
  }
}

const optionsFor = ({ server, username, password }: ProxyAccess): BrowserContextOptions => ({
  proxy: { server, username, password },
  acceptDownloads: false,
  serviceWorkers: "block",
  permissions: [],
  viewport: VIEWPORT,
});

async function running(state: All): Promise<Engine> {
  const engine = await state.engine?.catch(() => null);
  if (engine?.isAlive()) return engine;
  state.engine = startEngine();
  state.spare = Date.now();
  return state.engine;
}

async function ensureCapacity(state: All): Promise<void> {
  if (state.open.size + state.opening.size < MAX_SESSIONS) return;
  const idle = [...state.open.values()].filter(({ session }) => session.isIdle);
  const oldest = idle.sort((a, b) => a.session.used - b.session.used)[0];
  if (!oldest)
    throw new AppError(
      "too_many_requests",
      `${MAX_SESSIONS} conversations already use a browser. Try again when one of them is done.`,
    );
  await closeSession(
    oldest.session.conversationId,
    "The browser was closed to free memory for another conversation's browser.",
  );
}

async function tidy(): Promise<void> {
  const state = all();
  const now = Date.now();
  for (const [id, { session }] of state.open)
    if (session.isAlone && now - session.used > IDLE_MS[session.holder])
      await closeSession(id, "The browser was closed after a while without use.");
  if (state.open.size + state.opening.size > 0 || now - state.spare < ENGINE_IDLE_MS) return;
  const { engine } = state;
  state.engine = null;
  await engine?.then((one) => one.close()).catch(() => {});
}

async function shutDown(state: All): Promise<void> {
  clearInterval(state.timer);
  for (const { session, way } of state.open.values()) {
    session.end("The server was stopped.");
    way.close();
  }
  state.open.clear();
  await state.engine?.then((engine) => engine.close()).catch(() => {});
}

/** The agent closed the browser itself, so the next browser does not report this reason. */
export const BY_AGENT = "The agent closed the browser.";
const CRASHED = "The browser crashed, so its pages and cookies are gone.";

function soon(work: Promise<unknown>): Promise<unknown> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSES_IN_MS);
  return Promise.race([work.catch(() => {}), late]).finally(() => clearTimeout(timer));
}
