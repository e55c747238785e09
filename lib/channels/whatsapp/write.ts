import type { Rich, Span } from "../render/rich";

const MARKS: Partial<Record<Span["type"], string>> = {
  bold: "*",
  italic: "_",
  strike: "~",
  code: "`",
  pre: "```",
};

/**
 * A text as WhatsApp marks it: with signs in it, which it does not let escape. A mark that would not be read as one, because of what
 * stands beside or inside of it, is left out.
 */
export function marked({ text, spans }: Rich): string {
  const opens = new Map<number, string[]>();
  const closes = new Map<number, string[]>();
  const put = (at: Map<number, string[]>, index: number, sign: string) =>
    at.set(index, [...(at.get(index) ?? []), sign]);
  const verbatim = spans.filter(({ type }) => type === "pre" || type === "code");
  const isInside = (one: Span) =>
    verbatim.some((other) => other !== one && other.offset <= one.offset && endOf(other) >= endOf(one));
  const quoted = new Set<number>();
  for (const span of spans) {
    if (isInside(span)) continue;
    const part = text.slice(span.offset, endOf(span));
    if (span.type === "link") {
      if (span.url && span.url !== part) put(closes, endOf(span), ` (${span.url})`);
    } else if (span.type === "quote") {
      for (const at of lineStarts(text, span)) quoted.add(at);
    } else {
      const sign = MARKS[span.type] ?? "";
      if (!fits(span.type, part, sign, text[span.offset - 1], text[endOf(span)])) continue;
      put(opens, span.offset, sign);
      closes.set(endOf(span), [sign, ...(closes.get(endOf(span)) ?? [])]);
    }
  }
  let whole = "";
  for (let at = 0; at <= text.length; at++) {
    whole += (closes.get(at) ?? []).join("");
    if (quoted.has(at)) whole += "> ";
    whole += (opens.get(at) ?? []).join("") + (text[at] ?? "");
  }
  return whole;
}

const endOf = ({ offset, length }: Span) => offset + length;

function fits(type: Span["type"], part: string, sign: string, before = " ", after = " "): boolean {
  if (part.includes(sign)) return false;
  if (type === "pre") return true;
  const isOneLine = !part.includes("\n");
  return isOneLine && part.trim() === part && !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after);
}

function lineStarts(text: string, { offset, length }: Span): number[] {
  const starts = [offset];
  for (let at = offset; at < offset + length - 1; at++) if (text[at] === "\n") starts.push(at + 1);
  return starts;
}
