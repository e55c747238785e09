import type { CDPSession, Frame, Page } from "playwright";
import { raceAbort } from "@/lib/shared/abort";
import type { BrowserTab } from "./tabs";

/**
 * Time to wait after the page has processed an action. A navigation that starts later does not count as caused
 * by the action.
 */
const STARTS_IN_MS = 40;
/** Maximum wait until the page has processed an action, because a page that hangs never does. */
const WORKS_MS = 500;
const LANDS_IN_MS = 8_000;
/** Maximum wait for the address of a new tab. It is blank at first, and some tabs stay blank. */
const OPENS_IN_MS = 2_000;

/** Runs an action on a page. If the action causes a navigation or opens a tab, waits until that has loaded. */
export async function settled<T>(tab: BrowserTab, act: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const { page, frameId } = tab;
  const cdp = await tab.cdp;
  const navigationStarted = Promise.withResolvers<Page>();
  const landed = Promise.withResolvers<void>();
  const popped = Promise.withResolvers<Page>();
  let isOpening = false;
  const onNavigationStart = (event: { frameId: string }) => {
    if (event.frameId === frameId) navigationStarted.resolve(page);
  };
  const onStopped = (event: { frameId: string }) => {
    if (event.frameId === frameId) landed.resolve();
  };
  const onNavigated = (frame: Frame) => {
    if (frame === page.mainFrame()) landed.resolve();
  };
  const onClose = () => landed.resolve();
  const onPage = (popup: Page) => popped.resolve(popup);
  // Note that a tab is being opened: Chromium announces it well before it exists.
  const onOpening = () => {
    isOpening = true;
  };
  // Listen to these events, because they come before the first request of a navigation.
  cdp
    .on("Page.frameRequestedNavigation", onNavigationStart)
    .on("Page.frameStartedLoading", onNavigationStart);
  cdp.on("Page.frameStoppedLoading", onStopped).on("Page.windowOpen", onOpening);
  page.on("framenavigated", onNavigated).on("close", onClose);
  page.context().on("page", onPage);
  try {
    const done = await act();
    await raceAbort(async () => {
      const quiet = Promise.race([workedOff(cdp), pause(WORKS_MS)]).then(() => pause(STARTS_IN_MS));
      const first = await Promise.race([
        ...[navigationStarted.promise, popped.promise, landed.promise.then(() => page)],
        quiet,
      ]);
      const moved = isOpening ? await Promise.race([popped.promise, pause(OPENS_IN_MS)]) : first;
      if (!moved || moved.isClosed()) return;
      if (moved === page) await Promise.race([landed.promise, pause(LANDS_IN_MS)]);
      else
        await moved
          .waitForURL(({ protocol }) => protocol !== "about:", { timeout: OPENS_IN_MS })
          .catch(() => {});
      await moved.waitForLoadState("load", { timeout: LANDS_IN_MS }).catch(() => {});
    }, signal);
    return done;
  } finally {
    cdp
      .off("Page.frameRequestedNavigation", onNavigationStart)
      .off("Page.frameStartedLoading", onNavigationStart);
    cdp.off("Page.frameStoppedLoading", onStopped).off("Page.windowOpen", onOpening);
    page.off("framenavigated", onNavigated).off("close", onClose);
    page.context().off("page", onPage);
  }
}

const workedOff = (cdp: CDPSession) => cdp.send("Runtime.evaluate", { expression: "1" }).catch(() => {});

const pause = (ms: number) => new Promise<null>((done) => setTimeout(done, ms, null));
