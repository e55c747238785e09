import { z } from "zod";

/** A formatted range of a text, in UTF-16 units. */
const span = z.object({
  type: z.enum(["bold", "italic", "strike", "code", "pre", "link", "quote"]),
  offset: z.number(),
  length: z.number(),
  url: z.string().optional(),
  language: z.string().optional(),
});
export type RichSpan = z.infer<typeof span>;

/** A text with its formatting stored separately, so its characters never need escaping. */
export const rich = z.object({ text: z.string(), spans: z.array(span) });
export type Rich = z.infer<typeof rich>;

export const plainRich = (text: string): Rich => ({ text: sendableText(text), spans: [] });

/** Replaces U+0000 and lone surrogates, which no service accepts. */
export const sendableText = (text: string): string => text.replaceAll("\0", "\uFFFD").toWellFormed();

export const isEmptyRich = ({ text }: Rich): boolean => text.trim() === "";

export class RichBuilder {
  private text = "";
  private readonly spans: RichSpan[] = [];

  get length(): number {
    return this.text.length;
  }

  add(text: string): this {
    this.text += sendableText(text);
    return this;
  }

  append({ text, spans }: Rich): this {
    const { length } = this;
    this.text += text;
    for (const one of spans) this.spans.push({ ...one, offset: one.offset + length });
    return this;
  }

  mark(mark: Omit<RichSpan, "offset" | "length">, write: () => void): this {
    const offset = this.length;
    const at = this.spans.length;
    write();
    const length = this.length - offset;
    if (length > 0) this.spans.splice(at, 0, { ...mark, offset, length });
    return this;
  }

  /** Ensures that the text ends with `lines` line breaks, unless it is empty. */
  gap(lines: number): this {
    if (this.text === "") return this;
    const there = /\n*$/.exec(this.text)?.[0].length ?? 0;
    if (there < lines) this.text += "\n".repeat(lines - there);
    return this;
  }

  endsWith(end: string): boolean {
    return this.text.endsWith(end);
  }

  done(): Rich {
    return trimmed({ text: this.text, spans: this.spans });
  }
}

export function joinedRich(parts: readonly Rich[]): Rich {
  const all = new RichBuilder();
  for (const part of parts.filter((one) => !isEmptyRich(one))) all.gap(2).append(part);
  return all.done();
}

export function slice({ text, spans }: Rich, from: number, to: number): Rich {
  const within = spans.flatMap((one) => {
    const start = Math.max(one.offset, from);
    const end = Math.min(one.offset + one.length, to);
    return end > start ? [{ ...one, offset: start - from, length: end - start }] : [];
  });
  return { text: text.slice(from, to), spans: within };
}

/** Trims whitespace, but keeps the indentation of the first line of code. */
export function trimmed(content: Rich): Rich {
  const blank = content.text.length - content.text.trimStart().length;
  const code = content.spans.find(
    ({ type, offset, length }) => type === "pre" && offset < blank && offset + length > blank,
  );
  const from = code ? Math.max(code.offset, content.text.lastIndexOf("\n", blank - 1) + 1) : blank;
  const to = Math.max(from, content.text.trimEnd().length);
  if (from === 0 && to === content.text.length) return content;
  return slice(content, from, to);
}

export function withAddresses({ text, spans }: Rich): Rich {
  const links = spans.filter(
    ({ type, url, offset, length }) =>
      type === "link" && url !== undefined && url !== text.slice(offset, offset + length),
  );
  const added = links.map(({ offset, length, url }) => ({ at: offset + length, words: ` (${url})` }));
  added.sort((a, b) => a.at - b.at);
  const shift = (place: number, isEnd: boolean) =>
    added.reduce(
      (sum, { at, words: suffix }) => sum + (at < place || (at === place && !isEnd) ? suffix.length : 0),
      0,
    );
  let whole = "";
  let last = 0;
  for (const { at, words: suffix } of added) {
    whole += text.slice(last, at) + suffix;
    last = at;
  }
  return {
    text: whole + text.slice(last),
    spans: spans
      .filter(({ type }) => type !== "link")
      .map((one) => {
        const end = one.offset + one.length;
        const offset = one.offset + shift(one.offset, false);
        return { ...one, offset, length: end + shift(end, true) - offset };
      }),
  };
}

/**
 * Splits a text into pieces of at most `max` UTF-16 units and `maxSpans` formatted ranges. Cuts at empty
 * lines if possible, else at line ends, sentence ends or spaces, and never inside a character. Formatting
 * continues in the next piece. When a text grows, all pieces but the last stay the same.
 */
export function split(content: Rich, max: number, maxSpans = Number.POSITIVE_INFINITY): Rich[] {
  const pieces: Rich[] = [];
  let from = 0;
  const { text } = content;
  for (let limit = maxUnitsFrom(content, from, max, maxSpans); text.length - from > limit; ) {
    const to = from + cutOf(text.slice(from, from + limit + 1), limit);
    const piece = trimmed(slice(content, from, to));
    if (!isEmptyRich(piece)) pieces.push(piece);
    from = to;
    limit = maxUnitsFrom(content, from, max, maxSpans);
  }
  const rest = trimmed(slice(content, from, text.length));
  if (!isEmptyRich(rest)) pieces.push(rest);
  return pieces;
}

function maxUnitsFrom({ spans }: Rich, from: number, max: number, maxSpans: number): number {
  if (spans.length <= maxSpans) return max;
  const starts = spans.filter(({ offset, length }) => offset + length > from).map(({ offset }) => offset);
  const next = starts.toSorted((a, b) => a - b)[maxSpans];
  return next === undefined ? max : Math.max(1, Math.min(max, next - from));
}

const CUTS = [/\n[ \t]*\n/g, /\n/g, /[.!?…]["'”’)]?\s/g, /\s/g];

/**
 * Returns the position at which to cut a window of `max + 1` units. Chooses the last empty line, else the last
 * line end, sentence end or space, unless the piece would be too short.
 */
function cutOf(window: string, max: number): number {
  for (const kind of CUTS) {
    let best = 0;
    for (const { index, 0: found } of window.matchAll(kind)) {
      const at = index + found.length;
      if (at <= max || found.trim() === "") best = Math.min(max, at);
    }
    if (best >= max / 3) return best;
  }
  const isHigh = /[\uD800-\uDBFF]/.test(window[max - 1] ?? "");
  return isHigh ? max - 1 : max;
}
