import pLimit, { type LimitFunction } from "p-limit";
import type { CDPSession } from "playwright";
import { singleton } from "@/lib/ground/base/process";
import type { BrowserEvent } from "@/lib/shared/browser/bodies";
import { AppError } from "@/lib/shared/errors";
import type { BrowserSession } from "../session";
import { dispatchedKey } from "./keys";
import { mouse } from "./mouse";

/** Maximum wait for an event. A page that hangs receives the event when it responds again. */
const ANSWERS_IN_MS = 1_000;
/** Short, because the user sees the page loading and may want to open another page. */
const LOADS_IN_MS = 8_000;
const MAX_WAITING = 20;

/**
 * Applies the user's input events in order, after all earlier ones. Throws an AppError: `conflict` if the
 * user has not taken over, `invalid` for a position outside of the page, and the errors of `navigate`.
 */
export async function input(session: BrowserSession, events: readonly BrowserEvent[]): Promise<void> {
  assertUserControls(session);
  assertInside(session, events);
  const lane = laneOf(session);
  if (lane.pendingCount >= MAX_WAITING)
    throw new AppError(
      "too_many_requests",
      "The page is responding too slowly. Wait a moment, then continue.",
    );
  await lane(async () => {
    let done: Promise<unknown> = Promise.resolve();
    for (const event of events) {
      assertUserControls(session);
      session.used = Date.now();
      if (isOfBrowser(event)) {
        await done;
        await inBrowser(session, event);
        continue;
      }
      // While a dialog is open, the page accepts no input.
      if (session.tab?.asked) continue;
      const cdp = await currentPage(session);
      // Chromium keeps the order of events, so most need no wait. A button event waits for the earlier events,
      // because its effect depends on how the page has handled them.
      const isButton = event.type === "down" || event.type === "up";
      if (isButton) await done;
      done = Promise.all([done, soon(inPage(cdp, event))]);
      if (isButton) await done;
    }
    await done;
    // Read the title again, because a script may have changed it.
    void session.refresh();
  });
}

function laneOf(session: BrowserSession): LimitFunction {
  const lanes = singleton("browser input", () => new WeakMap<BrowserSession, LimitFunction>());
  const lane = lanes.get(session) ?? pLimit(1);
  lanes.set(session, lane);
  return lane;
}

function assertUserControls({ holder, closed }: BrowserSession): void {
  if (closed) throw new AppError("conflict", closed);
  if (holder !== "person")
    throw new AppError("conflict", "The agent controls the browser. Take over first, then continue.");
}

function assertInside(session: BrowserSession, events: readonly BrowserEvent[]): void {
  const { width, height } = session.state().viewport;
  const at = events.findIndex((event) => "x" in event && (event.x > width || event.y > height));
  if (at < 0) return;
  const message = `This position is outside the page, which is ${width} × ${height}`;
  throw new AppError("invalid", `${message}.`, { details: [{ path: `events[${at}]`, message }] });
}

type OfBrowser = Extract<BrowserEvent, { type: "navigate" | "tab" | "close_tab" | "dialog" }>;

const isOfBrowser = (event: BrowserEvent): event is OfBrowser =>
  event.type === "navigate" || event.type === "tab" || event.type === "close_tab" || event.type === "dialog";

async function inBrowser(session: BrowserSession, event: OfBrowser): Promise<void> {
  if (event.type === "navigate") await withTimeLimit(LOADS_IN_MS, session.navigate(event.url));
  else if (event.type === "dialog") await session.answer(event.id, event.accept, event.text);
  else if (event.type === "tab") session.selectTab(event.id);
  else await session.closeTab(event.id);
}

function currentPage({ tab }: BrowserSession): Promise<CDPSession> {
  if (!tab) throw new AppError("conflict", "No page is open. Type an address first.");
  return tab.cdp.catch(() => {
    throw new AppError("conflict", "This page was closed.");
  });
}

async function inPage(cdp: CDPSession, event: Exclude<BrowserEvent, OfBrowser>): Promise<void> {
  switch (event.type) {
    case "keydown":
    case "keyup":
      await cdp.send("Input.dispatchKeyEvent", dispatchedKey(event));
      return;
    case "text":
      await cdp.send("Input.insertText", { text: event.text });
      return;
    case "back":
      return go(cdp, -1);
    case "forward":
      return go(cdp, 1);
    case "reload":
      await cdp.send("Page.reload");
      return;
    default:
      return mouse(cdp, event);
  }
}

async function go(cdp: CDPSession, by: 1 | -1): Promise<void> {
  const { currentIndex, entries } = await cdp.send("Page.getNavigationHistory");
  const entry = entries[currentIndex + by];
  if (entry) await cdp.send("Page.navigateToHistoryEntry", { entryId: entry.id });
}

/** Waits a limited time, in case the page hangs. Errors are ignored, because the page may be gone. */
const soon = (work: Promise<void>) =>
  withTimeLimit(
    ANSWERS_IN_MS,
    work.catch(() => {}),
  );

async function withTimeLimit(ms: number, work: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
