import type { CDPSession, Frame, Page } from "playwright";
import { raceAbort } from "@/lib/shared/abort";
import type { BrowserTab } from "./tabs";

/** After the page has worked off what was done to it: a navigation that begins later was not its doing. */
const STARTS_IN_MS = 40;
/** A page that does not work it off by then may never. */
const WORKS_MS = 500;
const LANDS_IN_MS = 8_000;
/** A new tab is empty first, and some stay so. */
const OPENS_IN_MS = 2_000;

/** Does something to a page and follows where it leads, in the page or in a new tab, if it leads anywhere. */
export async function settled<T>(tab: BrowserTab, act: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const { page, frameId } = tab;
  const cdp = await tab.cdp;
  const begun = Promise.withResolvers<Page>();
  const landed = Promise.withResolvers<void>();
  const popped = Promise.withResolvers<Page>();
  let isOpening = false;
  const onBegun = (event: { frameId: string }) => {
    if (event.frameId === frameId) begun.resolve(page);
  };
  const onStopped = (event: { frameId: string }) => {
    if (event.frameId === frameId) landed.resolve();
  };
  const onNavigated = (frame: Frame) => {
    if (frame === page.mainFrame()) landed.resolve();
  };
  const onClose = () => landed.resolve();
  const onPage = (popup: Page) => popped.resolve(popup);
  // That a tab will open is told well before it is there.
  const onOpening = () => {
    isOpening = true;
  };
  // The browser tells of a navigation before the first request of it is made.
  cdp.on("Page.frameRequestedNavigation", onBegun).on("Page.frameStartedLoading", onBegun);
  cdp.on("Page.frameStoppedLoading", onStopped).on("Page.windowOpen", onOpening);
  page.on("framenavigated", onNavigated).on("close", onClose);
  page.context().on("page", onPage);
  try {
    const done = await act();
    await raceAbort(async () => {
      const quiet = Promise.race([workedOff(cdp), pause(WORKS_MS)]).then(() => pause(STARTS_IN_MS));
      const first = await Promise.race([
        ...[begun.promise, popped.promise, landed.promise.then(() => page)],
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
    cdp.off("Page.frameRequestedNavigation", onBegun).off("Page.frameStartedLoading", onBegun);
    cdp.off("Page.frameStoppedLoading", onStopped).off("Page.windowOpen", onOpening);
    page.off("framenavigated", onNavigated).off("close", onClose);
    page.context().off("page", onPage);
  }
}

const workedOff = (cdp: CDPSession) => cdp.send("Runtime.evaluate", { expression: "1" }).catch(() => {});

const pause = (ms: number) => new Promise<null>((done) => setTimeout(done, ms, null));
