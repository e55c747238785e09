import { z } from "zod";
import { hideFromModels } from "@/lib/shared/text/schema-for-models";

/** Maximum length of a page of text, as characters of JSON. */
const MAX_PAGE = 60_000;
const MAX_OFFSET = 100_000_000;

/**
 * Offset from which to read on. Hidden from schemas for models, because the note of a cut result explains it.
 */
export const offset = hideFromModels(z.int().min(0).max(MAX_OFFSET).optional());

export type Page = { text: string; rest: { next_offset?: number; note?: string } };

export function page(text: string, from = 0): Page {
  const start = Math.min(from, text.length);
  const end = start + fitting(text.slice(start, start + MAX_PAGE));
  const isWhole = end >= text.length;
  const note = `Characters ${start} to ${end} of ${text.length}. Call again with offset: ${end} for the next part.`;
  return { text: text.slice(start, end), rest: isWhole ? {} : { next_offset: end, note } };
}

/** Returns how many characters of the text fit into a page. One character may take six as JSON. */
function fitting(text: string): number {
  let length = text.length;
  for (;;) {
    if (length < text.length && /[\uD800-\uDBFF]$/.test(text.slice(0, length))) length -= 1;
    const written = JSON.stringify(text.slice(0, length)).length;
    if (written <= MAX_PAGE + 2) return Math.max(1, length);
    length = Math.min(length - 1, Math.floor((length * MAX_PAGE) / written));
  }
}
