import { z } from "zod";
import { find } from "./find";
import { fromPage, upTo } from "./from-page";
import { readHtml, readText } from "./page-scripts";
import type { Session } from "./session";

const MOST_TEXT = 30_000;
const MOST_HTML = 30_000;
const MOST_LINKS = 60;
const MOST_LINK = 650;

const textThere = z.object({
  text: upTo(MOST_TEXT),
  length: z.number(),
  links: z.array(upTo(MOST_LINK)).max(MOST_LINKS),
  count: z.number(),
});
const htmlThere = z.object({ html: upTo(MOST_HTML), length: z.number() });

/** The text of the page or of an element as a person reads it, and where its links lead. Throws an AppError in words. */
export async function extractText(session: Session, selector: string | undefined, signal: AbortSignal) {
  const { element } = await find(session.page, selector ?? "body", signal);
  const there = element.evaluate(readText, { most: MOST_TEXT, mostLinks: MOST_LINKS });
  const { text, length, links, count } = await fromPage(textThere, there);
  return {
    text,
    ...(links.length > 0 && { links }),
    ...(count > links.length && { more_links: count - links.length }),
    ...cut(length, text.length),
  };
}

/** The HTML within an element, or with its own tag. Throws an AppError in words. */
export async function extractHtml(
  session: Session,
  { selector = "body", outer = false }: { selector?: string; outer?: boolean },
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
