/** Maximum characters of a part, and of its JSON encoding. */
export const PAGE = 40_000;
const MAX_JSON = 70_000;
/** A part ends at the last line break or space in its last 1,000 characters, if there is one. */
const SEARCHED = 1_000;

/** Returns the part of `text` that starts at `from`. `next` is the start of the following part, if any. */
export function textPageOf(text: string, from: number): { text: string; next?: number } {
  const offset = isInPair(text, from) ? from - 1 : from;
  let end = Math.min(text.length, offset + PAGE);
  while (JSON.stringify(text.slice(offset, end)).length > MAX_JSON)
    end = offset + Math.floor((end - offset) / 2);
  if (end < text.length) end = goodEnd(text, offset, end);
  return { text: text.slice(offset, end).toWellFormed(), ...(end < text.length && { next: end }) };
}

function goodEnd(text: string, offset: number, end: number): number {
  const from = Math.max(offset, end - SEARCHED);
  for (const sign of ["\n", " "]) {
    const at = text.slice(from, end).lastIndexOf(sign);
    if (at >= 0) return from + at + 1;
  }
  return isInPair(text, end) ? end - 1 : end;
}

const isInPair = (text: string, at: number) =>
  /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1));
