/*
 * Models write math as $…$, $$…$$, \(…\) and \[…\], and prices as $5. All math is converted to $$…$$, and the
 * parser treats a single dollar sign as text.
 */

const MAYBE = /\$|\\[([]|^[ \t]*(```|~~~)math/m;
const SIGN = /[$\\`~]/g;
const CLOSING: Record<string, string> = { $: "$", $$: "$$", "\\(": "\\)", "\\[": "\\]" };
const MAX_LINE_CHARS = 1_000;
const MAX_BUFFERED_CHARS = 2_000;

type Find = (closing: string, after: number) => number;

export const isMath = (block: string): boolean =>
  /^[ \t]*(```|~~~)/.test(block) ? /^[ \t]*(```|~~~)math\b/.test(block) : block.includes("$$");

/**
 * Converts all math to `$$`: on separate lines if a display formula stands alone, otherwise inline. Code is
 * unchanged. If the text is `growing`, an incomplete formula at its end is cut off.
 */
export function tidyMath(text: string, growing = false): string {
  if (!MAYBE.test(text)) return text;
  // Closing delimiters that do not occur in the remaining text, so that many opening ones do not cause repeated
  // searches.
  const missing = new Set<string>();
  const find: Find = (closing, after) => {
    const found = missing.has(closing) ? -1 : text.indexOf(closing, after);
    if (found < 0) missing.add(closing);
    return found;
  };
  let done = "";
  let from = 0;
  for (let at = next(text, 0); at < text.length; at = next(text, at)) {
    const code = endOfCode(text, at, find);
    const opening = openingAt(text, at);
    if (code > at || !opening) {
      at = Math.max(code, at + (text[at] === "\\" ? 2 : 1));
      continue;
    }
    const begin = at + opening.length;
    const close = opening === "$" ? closingDollar(text, begin) : find(CLOSING[opening] ?? "", begin);
    const end = close + opening.length;
    const isCut = close < 0 && growing && opening !== "$" && text.length - at < MAX_BUFFERED_CHARS;
    if (isCut) return done + text.slice(from, at);
    const math = close < 0 ? undefined : written(text, at, end, opening);
    if (math !== undefined) {
      done += text.slice(from, at) + math;
      from = end;
    }
    at = math === undefined ? begin : end;
  }
  return done + text.slice(from);
}

function next(text: string, at: number): number {
  SIGN.lastIndex = at;
  return SIGN.exec(text)?.index ?? text.length;
}

function openingAt(text: string, at: number): string | undefined {
  const two = text.slice(at, at + 2);
  if (two in CLOSING) return two;
  return two[0] === "$" ? "$" : undefined;
}

/**
 * Returns the index of the closing dollar on the same line, without spaces inside and no word character after
 * it; else -1.
 */
function closingDollar(text: string, begin: number): number {
  const line = text.slice(begin, begin + MAX_LINE_CHARS).split("\n", 1)[0] ?? "";
  const inside = /^(?:[^$\\]|\\.)*(?=\$(?!\w))/.exec(line)?.[0];
  return inside === undefined || /^\s|\s$/.test(inside) || isPrice(inside) ? -1 : begin + inside.length;
}

/**
 * Returns whether the text after a dollar sign is an amount with a magnitude or words, as in "5 and 10", "3k" and
 * "10/month for US".
 */
const isPrice = (inside: string): boolean =>
  /^[\d.,]+(\s*\p{L}{2,}|[kKMB]\b|[^\\]*\s\p{L}{3,})/u.test(inside);

/**
 * Returns whether the text between delimiters is a formula. `\(` and `\[` can also be escaped plain brackets around
 * words.
 */
const isFormula = (inside: string): boolean =>
  /[\\^_=+<>{}|\d/*-]/.test(inside) || /^\s*\p{L}{1,2}\s*$/u.test(inside);

function written(text: string, at: number, end: number, opening: string): string | undefined {
  const body = text.slice(at + opening.length, end - opening.length).replaceAll("$$", "");
  if (!isFormula(body)) return undefined;
  const isDisplay = opening === "$$" || opening === "\\[";
  const indent = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  const isAlone = /^[ \t>]*$/.test(indent) && /^[ \t]*(\n|$)/.test(text.slice(end, end + 100));
  if (isDisplay && isAlone) {
    const lines = body.split("\n").map((line) => line.replace(/^[ \t>]+/, "").trimEnd());
    return ["$$", ...lines.filter(Boolean), "$$"].join(`\n${indent}`);
  }
  const line = body.trim().replace(/\s*\n[\s>]*/g, " ");
  return isDisplay ? `$$\\displaystyle ${line}$$` : `$$${line}$$`;
}

function endOfCode(text: string, at: number, find: Find): number {
  const mark = text[at] ?? "";
  if (mark !== "`" && mark !== "~") return at;
  let run = at;
  while (text[run] === mark) run += 1;
  const ticks = text.slice(at, run);
  if (ticks.length >= 3 && /(^|\n)[ \t>]*$/.test(text.slice(Math.max(0, at - 80), at))) {
    const fence = new RegExp(`\\n[ \\t>]*${ticks}`, "g");
    fence.lastIndex = run;
    return fence.exec(text) ? fence.lastIndex : text.length;
  }
  const close = mark === "~" ? -1 : find(ticks, run);
  return close < 0 ? run : close + ticks.length;
}
