import { raceAbort, withDeadline } from "@/lib/shared/abort";
import { ApprovalRequired, type Guard, toAct } from "@/lib/shared/tools/external-effects";
import { elementsAround, READY_IN_MS, unusable } from "./act";
import { findElement, shown } from "./find";
import type { BrowserSession } from "./session";
import { VIEWPORT } from "./viewport";

/** Maximum characters of the image as base64. */
export const MAX_IMAGE = 300_000;
/** In CSS pixels. The part of a page below this height is cut off. */
const TALLEST = 6_000;
const WIDEST = 2_000;
const TAKES_MS = 30_000;
const COLOURS = 128;

type Shot = { selector?: string; full_page?: boolean };
type Area = { x: number; y: number; width: number; height: number };

export async function screenshot(session: BrowserSession, shot: Shot, signal: AbortSignal, guard?: Guard) {
  const area = await areaOf(session, shot, signal, guard);
  const width = Math.max(1, Math.min(Math.ceil(area.width), WIDEST));
  const height = Math.max(1, Math.min(Math.ceil(area.height), TALLEST));
  const clip = { ...area, width, height };
  const png = await withDeadline(signal, TAKES_MS, (own) => raceAbort(() => taken(session, clip), own));
  const image = await fitting(png);
  if (area.width <= width && area.height <= height) return image;
  const whole = `${Math.ceil(area.width)} × ${Math.ceil(area.height)}`;
  return {
    ...image,
    note: `The whole image is ${whole} px; this is the top left part, ${width} × ${height}.`,
  };
}

/** Returns the area to capture, in CSS pixels relative to the page. */
async function areaOf(
  session: BrowserSession,
  { selector, full_page }: Shot,
  signal: AbortSignal,
  guard?: Guard,
): Promise<Area> {
  const cdp = await session.current.cdp;
  const inView = selector === undefined ? null : await boxOf(session, selector, signal, guard);
  const { cssContentSize, cssVisualViewport } = await cdp.send("Page.getLayoutMetrics");
  const { pageX, pageY } = cssVisualViewport;
  if (inView) return { ...inView, x: inView.x + pageX, y: inView.y + pageY };
  if (!full_page) return { x: pageX, y: pageY, ...VIEWPORT };
  return { x: 0, y: 0, width: VIEWPORT.width, height: Math.max(VIEWPORT.height, cssContentSize.height) };
}

async function boxOf(
  { page }: BrowserSession,
  selector: string,
  signal: AbortSignal,
  guard?: Guard,
): Promise<Area> {
  const { element, frame, at } = await findElement(page, selector, signal);
  // The page sees to which element it is scrolled.
  if (guard && !(await guard.maySay(at, "", await elementsAround({ frame }))))
    throw new ApprovalRequired([toAct(`Scroll to “${shown(selector)}” in ${at}`)], guard.covers(at));
  try {
    await element.scrollIntoViewIfNeeded({ timeout: READY_IN_MS });
    const box = await element.boundingBox();
    if (box && box.width > 0 && box.height > 0) return box;
    throw new Error("element is not visible");
  } catch (error) {
    throw unusable(error, selector, { name: "an element" });
  }
}

/**
 * Captures an area of the page as PNG. Does not use Playwright, which would resize the page for a full screenshot
 * and take minutes for a long page.
 */
async function taken(session: BrowserSession, clip: Area): Promise<Buffer> {
  const cdp = await session.current.cdp;
  const { data } = await cdp.send("Page.captureScreenshot", {
    format: "png",
    captureBeyondViewport: true,
    clip: { ...clip, scale: 1 },
  });
  return Buffer.from(data, "base64");
}

/** Reduces colours, then the size, until the PNG fits the limit. */
async function fitting(png: Buffer) {
  // Imported here, because the library takes 7 MB.
  const { default: sharp } = await import("sharp");
  const { width: whole = 1 } = await sharp(png).metadata();
  for (let width = whole; ; ) {
    const { data, info } = await sharp(png)
      .resize({ width })
      .png({ palette: true, colours: COLOURS, effort: 1 })
      .toBuffer({ resolveWithObject: true });
    const excess = (data.length * 4) / 3 / MAX_IMAGE;
    if (excess <= 1) return { image: data.toString("base64"), width: info.width, height: info.height };
    // The size in bytes is roughly proportional to the area, so reduce the width by the square root.
    width = Math.max(1, Math.floor(width * Math.min(0.9, 0.95 / Math.sqrt(excess))));
  }
}
