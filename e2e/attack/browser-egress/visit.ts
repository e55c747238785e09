import { setTimeout as delay } from "node:timers/promises";
import type { BrowserContext } from "playwright";

const OVER_IN_MS = 1_500;
/** Time to wait for requests that an element or the browser starts with a delay. */
const RESTS_MS = 150;

/** Opens an attack's page in a new tab, gives it time to act, and closes it with all popups. */
export async function visit(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  const opened = new Set([page]);
  page.on("popup", (popup) => opened.add(popup));
  await page.goto(url, { timeout: 5_000 }).catch(() => {});
  await page.waitForSelector("html[data-over]", { state: "attached", timeout: OVER_IN_MS }).catch(() => {});
  await delay(RESTS_MS);
  await Promise.all([...opened].map((each) => each.close().catch(() => {})));
}
