import { setTimeout as delay } from "node:timers/promises";
import type { Frame, Locator, Page } from "playwright";
import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { firstErrorLine } from "./first-line";
import { upTo } from "./from-page";
import { findNearby } from "./page-scripts";

/** Maximum wait for an element to appear, because the page may still be loading. */
const COMES_IN_MS = 4_000;
const LOOKS_EVERY_MS = 100;

const nearbyThere = z.array(upTo(260)).max(8);

/** `at`: address of the document that contains the element. */
type Found = { element: Locator; frame: Frame; count: number; at: string };

/**
 * Finds the first visible element that matches the selector, or else the first one. Searches the frames only if
 * the page has no match. If there is none, throws an AppError that suggests similar elements.
 */
export async function findElement(page: Page, selector: string, signal: AbortSignal): Promise<Found> {
  if (page.url().startsWith("chrome-error:")) throw new AppError("conflict", NO_PAGE);
  // Start the deadline at the first response, because a page that is navigating responds late.
  let until = Number.POSITIVE_INFINITY;
  for (;;) {
    signal.throwIfAborted();
    const found = await look(page, selector);
    if (found) return found;
    until = Math.min(until, Date.now() + COMES_IN_MS);
    if (Date.now() >= until) throw new AppError("not_found", await missing(page, selector));
    await delay(LOOKS_EVERY_MS, undefined, { signal });
  }
}

async function look(page: Page, selector: string): Promise<Found | null> {
  for (const frame of page.frames()) {
    const all = frame.locator(selector);
    const count = await all.count().catch((error: unknown) => none(error, frame, selector));
    if (count === 0) continue;
    const seen = all.filter({ visible: true });
    const element = count > 1 && (await seen.count()) > 0 ? seen.first() : all.first();
    return { element, frame, count, at: addressOf(frame) };
  }
  return null;
}

/**
 * Returns the address of a frame's document. If it has none, its parent wrote it, so returns the parent's
 * address.
 */
function addressOf(frame: Frame): string {
  const parent = frame.parentFrame();
  return parent && frame.url().startsWith("about:") ? addressOf(parent) : frame.url();
}

/**
 * Handles a failed count: throws an AppError for an invalid selector, and returns 0 for a frame that is detached
 * or navigating.
 */
function none(error: unknown, frame: Frame, selector: string): number {
  const message = firstErrorLine(error);
  if (/selector|Unknown engine|Unexpected token|querySelector/i.test(message))
    throw new AppError(
      "invalid",
      `"${shown(selector)}" is not a selector: ${message.slice(0, 200)} Give CSS, such as #id, [name="q"] or form button; text=Send finds by text.`,
    );
  if (frame.isDetached() || /context was destroyed|navigat|detached/i.test(message)) return 0;
  throw error;
}

async function missing(page: Page, selector: string): Promise<string> {
  const nearby = nearbyThere.safeParse(await page.evaluate(findNearby, selector).catch(() => []));
  const instead = (nearby.data ?? []).map((line) => `- ${line}`).join("\n");
  return `Nothing on ${page.url().slice(0, 300)} matches "${shown(selector)}". ${
    instead ? `Similar elements, with matching selectors:\n${instead}` : "The page shows no usable element."
  }`;
}

export const shown = (selector: string): string => selector.slice(0, 200);

const NO_PAGE = "The last address returned no page. Open another address first.";
