import type { BrowserTab } from "./tabs";

const LOOKS_EVERY_MS = 5_000;
/** A script may legitimately keep a page busy for a while. */
const PATIENCE_MS = 5_000;
const ANSWERS_IN_MS = 1_000;

type Note = (line: string) => void;

/** Periodically stops endless scripts while an action runs. Returns a function that stops the watch. */
export function watchForHangs(tab: () => BrowserTab | null, note: Note): () => void {
  const timer = setInterval(() => {
    const current = tab();
    if (current && !current.awaited) void recoverTab(current, note, PATIENCE_MS);
  }, LOOKS_EVERY_MS);
  return () => clearInterval(timer);
}

/** Makes a hanging page respond: stops its navigation, then its script, and if that fails closes the tab. */
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

/** Returns true if the page's main thread responds, even while it loads. */
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
