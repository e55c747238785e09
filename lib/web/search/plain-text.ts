import { parseHTML } from "linkedom";

/** Longer input is cut before it is parsed, to limit the cost. */
const LONGEST = 8_000;
const UNSAID = /<(script|style|noscript|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** A `<` that does not start a tag is a literal character. */
const LONE = /<(?!\/?[a-z][^<>]*>|!--)/gi;
const DIVIDES = /<\/?(?:br|div|h[1-6]|li|p|t[dhr])\b/gi;
/** Invisible characters that a model would read, except those that join letters or emoji. */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Co}]--[\u200c\u200d]]/gv;

/** Returns the visible text of possible HTML as one line of at most `maxChars` characters. */
export function textOfHtml(html: string, most: number): string {
  const { document } = parseHTML("<p></p>");
  const holder = document.querySelector("p");
  if (!holder) return "";
  holder.innerHTML = html
    .slice(0, LONGEST)
    .replace(UNSAID, " ")
    .replace(LONE, "&lt;")
    .replace(DIVIDES, " $&");
  const read = (holder.textContent ?? "").replace(/\s/g, " ").replace(UNSEEN, "");
  const text = read.replace(/ +/g, " ").toWellFormed().trim();
  return text.length <= most ? text : `${toWord(text.slice(0, most - 1))}…`;
}

function toWord(text: string): string {
  const space = text.lastIndexOf(" ");
  return text.slice(0, space > text.length - 40 ? space : text.length).replace(/[\uD800-\uDBFF]$/, "");
}
