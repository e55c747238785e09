import { parseHTML } from "linkedom";

/** Longer input is cut before it is parsed, to limit the time. */
const MAX_HTML_CHARS = 8_000;
const HIDDEN_ELEMENTS = /<(script|style|noscript|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** Matches a `<` that does not start a tag, so it is a literal character. */
const LONE = /<(?!\/?[a-z][^<>]*>|!--)/gi;
const SEPARATORS = /<\/?(?:br|div|h[1-6]|li|p|t[dhr])\b/gi;
/** Invisible characters that a model would read, except those that join letters or emoji. */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Co}]--[\u200c\u200d]]/gv;

/** Returns the visible text of possible HTML as one line of at most `maxChars` characters. */
export function textOfHtml(html: string, maxChars: number): string {
  const { document } = parseHTML("<p></p>");
  const holder = document.querySelector("p");
  if (!holder) return "";
  holder.innerHTML = html
    .slice(0, MAX_HTML_CHARS)
    .replace(HIDDEN_ELEMENTS, " ")
    .replace(LONE, "&lt;")
    .replace(SEPARATORS, " $&");
  const read = (holder.textContent ?? "").replace(/\s/g, " ").replace(UNSEEN, "");
  const text = read.replace(/ +/g, " ").toWellFormed().trim();
  return text.length <= maxChars ? text : `${cutAtWord(text.slice(0, maxChars - 1))}…`;
}

function cutAtWord(text: string): string {
  const space = text.lastIndexOf(" ");
  return text.slice(0, space > text.length - 40 ? space : text.length).replace(/[\uD800-\uDBFF]$/, "");
}
