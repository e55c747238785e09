import { randomUUID } from "node:crypto";
import pLimit, { type LimitFunction } from "p-limit";
import { answerCall, MAX_CONFLICT_RETRIES } from "@/lib/agent/calls/answer";
import { decision } from "@/lib/agent/calls/approval";
import type { EquippedPlace } from "@/lib/agent/message/equipment";
import type { Part } from "@/lib/agent/message/message";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import type { BrowserTakeover } from "@/lib/shared/browser/takeover";
import { AppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { databaseLife, isOnDisk } from "@/lib/store/commit";
import { addMessage } from "@/lib/store/loop/add-message";
import { type Ask, readCurrentRun } from "@/lib/store/loop/asks";
import { noConversation } from "@/lib/store/loop/conversations";
import { begin } from "@/lib/store/loop/runs";
import { DatabaseCrashed, withRetry } from "@/lib/store/unreachable";
import { openBrowser } from "@/lib/web/browser/live/look";
import type { BrowserSession } from "@/lib/web/browser/session";
import { closeSession, findSession } from "@/lib/web/browser/sessions";
import { type Batches, chain } from "./follow";
import { liveRuns } from "./live";
import { startRun } from "./start";

type TakeoverMessage = EquippedPlace & { message: { id: string; parts: Part[] } };

const MAX_TITLE_CHARS = 300;

export type Takeover = { browser: "take" } | { browser: "return"; text?: string };

/**
 * Takes over or returns the browser, and returns the stream of a run that continues, or an empty one. Taking
 * it twice is allowed. Throws an `AppError`: `not_found` if no browser is open, `conflict` if the user
 * returns a browser that they do not hold.
 */
export const passBrowser = (where: EquippedPlace, input: Takeover): Promise<Batches> =>
  input.browser === "take" ? take(where) : returnBrowser(where, input.text);

function take(where: EquippedPlace): Promise<Batches> {
  return withBrowserLock(where, async (session) => {
    if (session.holder === "person") return chain([]);
    session.take();
    const message = takeoverMessage(where, session, "taken");
    await withRetry(() => addToConversation(message)).catch((error) => {
      session.giveBack();
      throw error;
    });
    return chain([]);
  });
}

/** Returns the browser to the agent: waiting calls continue, or a run starts. */
function returnBrowser(where: EquippedPlace, text?: string): Promise<Batches> {
  return withBrowserLock(where, async (session) => {
    if (session.holder !== "person") throw new AppError("conflict", NOT_TAKEN);
    const message = takeoverMessage(where, session, "returned", text);
    return (await withRetry(() => deliverReturn(message, session))) ?? chain([]);
  });
}

/** Closes the browser regardless of its holder. A call that waits for it can still be answered. */
export const closeBrowser = (where: EquippedPlace): Promise<void> =>
  withBrowserLock(where, () => closeSession(where.conversationId, "The user closed the browser."));

/** Handles an approval of a call that waits for the browser: it also returns the browser to the agent. */
export async function handBackIfApproved(
  where: EquippedPlace,
  { because }: Ask,
  output: unknown,
): Promise<void> {
  if (because?.kind !== "browser" || decision.parse(output).decision === "reject") return;
  const session = findSession(where.conversationId);
  if (session?.holder !== "person") return;
  await limiterOf(session)(async () => {
    if (session.holder !== "person") return;
    const message = takeoverMessage(where, session, "returned");
    session.giveBack();
    await addToConversation(message);
    await release(where);
  });
}

/** Serialises work on a browser, so that a second tab sees the effect of the first. */
async function withBrowserLock<T>(
  where: EquippedPlace,
  work: (session: BrowserSession) => Promise<T>,
): Promise<T> {
  const session = openBrowser(where.conversationId);
  return limiterOf(session)(async () => {
    if (session.closed) throw new AppError("conflict", session.closed);
    const life = databaseLife();
    const result = await work(session);
    if (!(await isOnDisk(life))) throw new DatabaseCrashed();
    return result;
  });
}

function limiterOf(session: BrowserSession): LimitFunction {
  const lanes = singleton("browser hands", () => new WeakMap<BrowserSession, LimitFunction>());
  const lane = lanes.get(session) ?? pLimit(1);
  lanes.set(session, lane);
  return lane;
}

function takeoverMessage(
  where: EquippedPlace,
  session: BrowserSession,
  event: BrowserTakeover["event"],
  text?: string,
): TakeoverMessage {
  const { url, title } = session;
  const data = { event, url, title: title.slice(0, MAX_TITLE_CHARS), ...(text && { text }) };
  return { ...where, message: { id: randomUUID(), parts: [{ type: "data-browser", data }] } };
}

/** Adds the message to the conversation without starting a run. A live run reads it at its next step. */
async function addToConversation(message: TakeoverMessage): Promise<void> {
  await retryOnConflict(() => addMessage({ ...message, evenAlone: true }));
  changed(message);
}

/**
 * Adds the message, and starts a run if none is live. Returns the browser to the agent as soon as the message
 * is stored.
 */
async function deliverReturn(
  message: TakeoverMessage,
  session: BrowserSession,
): Promise<Batches | undefined> {
  const status = await retryOnConflict(async () => {
    const runStatus = await addMessage({ ...message, evenAlone: false });
    if (runStatus !== "alone") return runStatus;
    const started = await begin({ ...message, title: "" });
    if (started.outcome === "foreign") throw noConversation(message.conversationId);
    // An ended conversation cannot start a run, so only store the message.
    if (started.outcome === "ended") return addMessage({ ...message, evenAlone: true });
    return started.outcome === "busy" ? null : started;
  });
  session.giveBack();
  if (typeof status === "object") {
    return status.outcome === "begun" ? startRun(status.run, message.equipment).message.follow() : undefined;
  }
  changed(message);
  if (status === "waiting") return release(message);
  // The run may have begun to wait for the browser just now, so release its calls when it has settled.
  const running = liveRuns().get(message.conversationId)?.settled;
  void running
    ?.then(() => release(message))
    .catch((error) => log.warn("A call that waits for the browser could not be resumed", error));
  return undefined;
}

/** Approves the calls that waited for the browser, unless the user has taken it again. */
async function release(where: EquippedPlace): Promise<Batches | undefined> {
  const { batches } = await retryOnConflict<{ batches?: Batches }>(async () => {
    if (findSession(where.conversationId)?.holder === "person") return {};
    const currentRun = await readCurrentRun(where.conversationId);
    const ask = currentRun?.asks.find(
      ({ status, because }) => status === "open" && because?.kind === "browser",
    );
    if (currentRun?.status !== "waiting" || !ask) return {};
    const taken = await answerCall(currentRun, ask, { decision: "approve" }, null, where.equipment);
    if (taken?.next !== "running") return null;
    return { batches: startRun(taken.context, where.equipment).message.follow() };
  });
  return batches;
}

/** Retries `work` until its result is not null. Throws `conflict` after too many attempts. */
async function retryOnConflict<T>(work: () => Promise<T | null>): Promise<T> {
  for (let attempt = 0; attempt < MAX_CONFLICT_RETRIES; attempt++) {
    const result = await work();
    if (result !== null) return result;
  }
  throw new AppError("conflict", "The conversation changed at the same time. Try again.");
}

const changed = ({ agentId, conversationId }: EquippedPlace) =>
  publish({ type: "conversation", agent: agentId, id: conversationId });

const NOT_TAKEN = "The browser was already handed back to the agent, perhaps in another tab.";
