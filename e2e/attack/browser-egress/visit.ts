import { setTimeout as delay } from "node:timers/promises";
import type { BrowserContext } from "playwright";

const OVER_IN_MS = 1_500;
/** What an element or the browser itself begins a little later. */
const RESTS_MS = 150;

/** Opens the page of an attack in a tab of its own, leaves it time to do its worst, and closes it and what it opened. */
export async function visit(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  const opened = new Set([page]);
  page.on("popup", (popup) => opened.add(popup));
  await page.goto(url, { timeout: 5_000 }).catch(() => {});
  await page.waitForSelector("html[data-over]", { state: "attached", timeout: OVER_IN_MS }).catch(() => {});
  await delay(RESTS_MS);
  await Promise.all([...opened].map((each) => each.close().catch(() => {})));
}
