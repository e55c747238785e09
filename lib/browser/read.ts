import type { Locator, Page } from "playwright";
import { z } from "zod";
import { raceAbort, withDeadline } from "@/lib/shared/abort";
import { find } from "./find";
import { fromPage, upTo } from "./from-page";
import { readHtml, readText } from "./page-scripts";
import type { Session } from "./session";

const MOST_TEXT = 30_000;
const MOST_HTML = 30_000;
const MOST_LINKS = 60;
const MOST_LINK = 650;
const MOST_FRAMES = 20;
/** Those that do not answer by then are left out. */
const FRAMES_MS = 2_000;
/** Pictures and other documents have no body. */
const WHOLE = ":is(body, frameset, :root:not(html))";

const textThere = z.object({
  text: upTo(MOST_TEXT),
  length: z.number(),
  links: z.array(upTo(MOST_LINK)).max(MOST_LINKS),
  count: z.number(),
});
const htmlThere = z.object({ html: upTo(MOST_HTML), length: z.number() });
type There = z.output<typeof textThere>;

/** The text of the page and its frames, or of an element, as a person reads it, and where its links lead. Throws an AppError in words. */
export async function extractText(session: Session, selector: string | undefined, signal: AbortSignal) {
  const { element } = await find(session.page, selector ?? WHOLE, signal);
  const all = [await textOf(element), ...(selector ? [] : await framesOf(session.page, signal))];
  const joined = all.flatMap(({ text }) => text || []).join("\n\n");
  const text = joined.slice(0, MOST_TEXT).toWellFormed();
  const links = all.flatMap((part) => part.links).slice(0, MOST_LINKS);
  const count = all.reduce((sum, part) => sum + part.count, 0);
  const unread = all.reduce((sum, part) => sum + part.length - part.text.length, 0);
  return {
    text,
    ...(links.length > 0 && { links }),
    ...(count > links.length && { more_links: count - links.length }),
    ...cut(joined.length + unread, text.length),
  };
}

const textOf = (element: Locator): Promise<There> =>
  fromPage(textThere, element.evaluate(readText, { most: MOST_TEXT, mostLinks: MOST_LINKS }));

/** What is read in the frames that can be seen. */
async function framesOf(page: Page, signal: AbortSignal): Promise<There[]> {
  const read = page
    .frames()
    .slice(1, 1 + MOST_FRAMES)
    .map(async (frame) => {
      const isSeen = await (await frame.frameElement()).isVisible();
      return isSeen ? textOf(frame.locator(WHOLE).first()) : null;
    });
  const within = (one: Promise<There | null>) =>
    withDeadline(signal, FRAMES_MS, (own) => raceAbort(() => one, own)).catch(() => null);
  return (await Promise.all(read.map(within))).flatMap((one) => (one?.text ? [one] : []));
}

/** The HTML within an element, or with its own tag. Throws an AppError in words. */
export async function extractHtml(
  session: Session,
  { selector = WHOLE, outer = false }: { selector?: string; outer?: boolean },
  signal: AbortSignal,
) {
  const { element } = await find(session.page, selector, signal);
  const there = element.evaluate(readHtml, { isOuter: outer, most: MOST_HTML });
  const { html, length } = await fromPage(htmlThere, there);
  return { html, ...cut(length, html.length) };
}

const cut = (length: number, given: number) =>
  length > given
    ? { note: `These are the first ${given} of ${length} characters. A selector of a part gives less.` }
    : {};
