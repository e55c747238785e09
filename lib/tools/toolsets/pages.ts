import { z } from "zod";
import { untold } from "@/lib/shared/text/untold";

/** Characters of JSON that the long text of one result may have, beside the rest of it. */
const MAX_PAGE = 60_000;
const MAX_OFFSET = 100_000_000;

/** Where a long text is read on from. Not told: a result that is cut says how to go on. */
export const offset = untold(z.int().min(0).max(MAX_OFFSET).optional());

export type Page = { text: string; rest: { next_offset?: number; note?: string } };

/** What of a long text one result may hold, beginning at a character, and how to read on where more follows. */
export function page(text: string, from = 0): Page {
  const start = Math.min(from, text.length);
  const end = start + fitting(text.slice(start, start + MAX_PAGE));
  const isWhole = end >= text.length;
  const note = `Characters ${start} to ${end} of ${text.length}. Call again with offset: ${end} for what follows.`;
  return { text: text.slice(start, end), rest: isWhole ? {} : { next_offset: end, note } };
}

/** How many characters of a text fit as JSON, which may write one in six. */
function fitting(text: string): number {
  let length = text.length;
  for (;;) {
    // Half a character would not be the same again.
    if (length < text.length && /[\uD800-\uDBFF]$/.test(text.slice(0, length))) length -= 1;
    const written = JSON.stringify(text.slice(0, length)).length;
    if (written <= MAX_PAGE + 2) return Math.max(1, length);
    length = Math.min(length - 1, Math.floor((length * MAX_PAGE) / written));
  }
}
