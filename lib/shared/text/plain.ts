/** Control characters (Postgres cannot store NUL, and lists cannot show the others) and bidirectional controls. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** Markdown at the start of a line, marks around words, and lines without text. */
const HEAD = /^(?:\s*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])\s+)*(?:\[[ x]\]\s+)?/i;
const LINK = /!?\[([^\]]*)\]\([^)\s]*\)/g;
const MARKED = /(?<![\p{L}\p{N}])(\*{1,3}|_{1,3}|~~|`+)(?=\S)(.*?\S)\1(?![\p{L}\p{N}])/gu;
const MUTE = /^\s*(?:```.*|~~~.*|[-*_=]{3,})\s*$/;

export const isMute = (line: string): boolean => MUTE.test(line);

export const plain = (line: string): string =>
  line
    .replace(UNSEEN, " ")
    .replace(HEAD, "")
    .replace(LINK, "$1")
    .replace(MARKED, "$2")
    .replace(/\s+/g, " ")
    .trim()
    .toWellFormed();

export const plainText = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => !isMute(line))
    .map(plain)
    .filter(Boolean)
    .join("\n");
