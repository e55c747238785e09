import type { Locator, Page } from "playwright";
import { z } from "zod";
import { raceAbort, withDeadline } from "@/lib/shared/abort";
import { findElement } from "./find";
import { fromPage, upTo } from "./from-page";
import { readElementText, readHtml } from "./page-scripts";
import type { BrowserSession } from "./session";

const MAX_TEXT = 30_000;
const MAX_HTML = 30_000;
/** Maximum characters of a page that can be read page by page with `offset`. */
export const MAX_READ = 2_000_000;
const MAX_LINKS = 60;
const MAX_LINK = 650;
const MAX_FRAMES = 20;
/** Frames that do not respond in this time are omitted. */
const FRAMES_MS = 2_000;
/** Selects the content of a whole page. Documents such as images have no body. */
const WHOLE = ":is(body, frameset, :root:not(html))";

const textThere = (maxChars: number) =>
  z.object({
    text: upTo(maxChars),
    length: z.number(),
    links: z.array(upTo(MAX_LINK)).max(MAX_LINKS),
    count: z.number(),
  });
const htmlThere = (maxChars: number) => z.object({ html: upTo(maxChars), length: z.number() });
type There = z.output<ReturnType<typeof textThere>>;

/**
 * Reads the visible text and links of the page with its frames, or of an element. Throws an AppError with a
 * message.
 */
export async function extractText(
  session: BrowserSession,
  { selector, offset = 0 }: { selector?: string; offset?: number },
  signal: AbortSignal,
) {
  const { element } = await findElement(session.page, selector ?? WHOLE, signal);
  const end = offset + MAX_TEXT;
  const all = [await textOf(element, end), ...(selector ? [] : await framesOf(session.page, end, signal))];
  const joined = all.flatMap(({ text }) => text || []).join("\n\n");
  const text = joined.slice(offset, end).toWellFormed();
  const links = all.flatMap((part) => part.links).slice(0, MAX_LINKS);
  const count = all.reduce((sum, part) => sum + part.count, 0);
  const unread = all.reduce((sum, part) => sum + part.length - part.text.length, 0);
  return {
    text,
    ...(links.length > 0 && { links }),
    ...(count > links.length && { more_links: count - links.length }),
    ...cut(joined.length + unread, offset, text.length),
  };
}

const textOf = (element: Locator, maxChars: number): Promise<There> =>
  fromPage(textThere(maxChars), element.evaluate(readElementText, { most: maxChars, mostLinks: MAX_LINKS }));

async function framesOf(page: Page, maxChars: number, signal: AbortSignal): Promise<There[]> {
  const read = page
    .frames()
    .slice(1, 1 + MAX_FRAMES)
    .map(async (frame) => {
      const isSeen = await (await frame.frameElement()).isVisible();
      return isSeen ? textOf(frame.locator(WHOLE).first(), maxChars) : null;
    });
  const within = (one: Promise<There | null>) =>
    withDeadline(signal, FRAMES_MS, (own) => raceAbort(() => one, own)).catch(() => null);
  return (await Promise.all(read.map(within))).flatMap((one) => (one?.text ? [one] : []));
}

export async function extractHtml(
  session: BrowserSession,
  { selector = WHOLE, outer = false, offset = 0 }: { selector?: string; outer?: boolean; offset?: number },
  signal: AbortSignal,
) {
  const { element } = await findElement(session.page, selector, signal);
  const end = offset + MAX_HTML;
  const there = element.evaluate(readHtml, { isOuter: outer, most: end });
  const { html: read, length } = await fromPage(htmlThere(end), there);
  const html = read.slice(offset);
  return { html, ...cut(length, offset, html.length) };
}

function cut(length: number, from: number, shownChars: number) {
  const end = from + shownChars;
  if (end >= length || shownChars === 0) return {};
  const note = `Characters ${from} to ${end} of ${length}. Call again with offset: ${end} for the next part, or pass a selector for a smaller part.`;
  return { next_offset: end, note };
}
