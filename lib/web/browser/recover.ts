import type { BrowserTab } from "./tabs";

const LOOKS_EVERY_MS = 5_000;
/** Maximum time for which a script may keep a page busy. */
const PATIENCE_MS = 5_000;
const ANSWERS_IN_MS = 1_000;

type Note = (line: string) => void;

/** While an action runs, stops endless scripts of the page. Returns a function that stops the watch. */
export function watchForHangs(tab: () => BrowserTab | null, note: Note): () => void {
  const timer = setInterval(() => {
    const current = tab();
    if (current && !current.awaited) void recoverTab(current, note, PATIENCE_MS);
  }, LOOKS_EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * Makes a page that hangs respond. Stops its navigation, then its script. If that does not help, closes the
 * tab.
 */
export async function recoverTab(tab: BrowserTab, note: Note, patienceMs = ANSWERS_IN_MS): Promise<void> {
  if (tab.page.isClosed() || tab.asked) return;
  const cdp = await tab.cdp.catch(() => null);
  if (tab.awaited) await cdp?.send("Page.stopLoading").catch(() => {});
  if (await answers(tab, patienceMs)) return;
  await cdp?.send("Runtime.terminateExecution").catch(() => {});
  if (await answers(tab, ANSWERS_IN_MS)) return note("A script of the page did not finish and was stopped.");
  note(`The page ${tab.url} stopped responding; its tab was closed.`);
  await tab.page.close().catch(() => {});
}

/** Returns true if the main thread of the page responds in time. It also responds while the page loads. */
function answers({ cdp }: BrowserTab, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const asked = cdp.then((session) => session.send("Runtime.evaluate", { expression: "1" }));
  const answered = asked.then(
    () => true,
    () => true,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
