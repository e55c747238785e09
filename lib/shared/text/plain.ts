/** Control characters, which Postgres or a list cannot show, and those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** What stands at the head of a line of markdown, what marks words in it, and lines that say nothing themselves. */
const HEAD = /^(?:\s*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])\s+)*(?:\[[ x]\]\s+)?/i;
const LINK = /!?\[([^\]]*)\]\([^)\s]*\)/g;
const MARKED = /(?<![\p{L}\p{N}])(\*{1,3}|_{1,3}|~~|`+)(?=\S)(.*?\S)\1(?![\p{L}\p{N}])/gu;
const MUTE = /^\s*(?:```.*|~~~.*|[-*_=]{3,})\s*$/;

/** Whether a line of markdown says nothing itself: a fence, a rule. */
export const isMute = (line: string): boolean => MUTE.test(line);

/** A line of markdown as it is read aloud or stands in a list: without marks. */
export const plain = (line: string): string =>
  line
    .replace(UNSEEN, " ")
    .replace(HEAD, "")
    .replace(LINK, "$1")
    .replace(MARKED, "$2")
    .replace(/\s+/g, " ")
    .trim()
    .toWellFormed();

/** The words of a markdown text, a line each. */
export const plainText = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => !isMute(line))
    .map(plain)
    .filter(Boolean)
    .join("\n");
