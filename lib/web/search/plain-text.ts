import { parseHTML } from "linkedom";

/** Of what is read: a text that is longer is cut first, so that taking it apart costs little. */
const LONGEST = 8_000;
const UNSAID = /<(script|style|noscript|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** A `<` that begins no tag means itself. */
const LONE = /<(?!\/?[a-z][^<>]*>|!--)/gi;
/** What divides words without a space. */
const DIVIDES = /<\/?(?:br|div|h[1-6]|li|p|t[dhr])\b/gi;
/** Characters that nobody sees and a model reads, but for those that join letters or emoji. */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Co}]--[\u200c\u200d]]/gv;

/** What a person would read of a text that may hold HTML: one line, without tags, at most `most` characters. */
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

/** Without the beginning of a word that was cut, unless it is a very long one. */
function toWord(text: string): string {
  const space = text.lastIndexOf(" ");
  return text.slice(0, space > text.length - 40 ? space : text.length).replace(/[\uD800-\uDBFF]$/, "");
}
