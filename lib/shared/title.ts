const MOST = 80;
/** A word that would be cut is left out, unless that leaves less than this. */
const LEAST = 50;
/** Control characters, which Postgres or a list cannot show, and those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** What stands at the head of a line of markdown, what marks words in it, and lines that say nothing themselves. */
const HEAD = /^(?:\s*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])\s+)*(?:\[[ x]\]\s+)?/i;
const LINK = /!?\[([^\]]*)\]\([^)\s]*\)/g;
const MARKED = /(?<![\p{L}\p{N}])(\*{1,3}|_{1,3}|~~|`+)(?=\S)(.*?\S)\1(?![\p{L}\p{N}])/gu;
const MUTE = /^\s*(?:```.*|~~~.*|[-*_=]{3,})\s*$/;

/** A greeting that stands for itself: "Hi!", "Hello, …", but not "Hello world in C". */
const GREETING =
  /^(?:hi|hello|hey|hallo|moin|servus|grüezi|salut|bonjour|bonsoir|hola|ciao|olá|hej|good (?:morning|afternoon|evening|day)|guten (?:morgen|tag|abend)|buenos días|buongiorno|bom dia)(?: (?:there|all|again|easel|zusammen))?(?:\s*[!.,:–—-]+\s*|$)/iu;

/** A title for a conversation that nobody has named: the first line of what was said first, without greeting and marks. */
export function titleFor(text: string): string {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => !MUTE.test(line))
    .map(plain)
    .filter(Boolean);
  for (const line of lines) {
    const rest = line.replace(GREETING, "");
    if (rest) return cut(rest === line ? line : capital(rest));
  }
  return cut(lines[0] ?? "");
}

/** The title in what a model wrote when it was asked for one, or null when it wrote something else. */
export function titleIn(written: string): string | null {
  const [line = ""] = written
    .replace(/<think>[\s\S]*?<\/think>/g, "")
    .trim()
    .split(/\r?\n/, 1);
  const title = plain(line)
    .replace(/^title:\s*/i, "")
    .replace(/^["'“„«‘]+|["'”“»’.。]+$/g, "")
    .trim();
  return title === "" || title.length > MOST || title.split(" ").length > MOST_WORDS ? null : title;
}

/** Asked for six words; one that writes more than this has not understood. */
const MOST_WORDS = 12;

const plain = (line: string) =>
  line
    .replace(UNSEEN, " ")
    .replace(HEAD, "")
    .replace(LINK, "$1")
    .replace(MARKED, "$2")
    .replace(/\s+/g, " ")
    .trim()
    .toWellFormed();

const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

function cut(line: string): string {
  if (line.length <= MOST) return line;
  const room = line.slice(0, MOST - 1);
  const space = line.lastIndexOf(" ", MOST - 1);
  const short = space >= LEAST ? room.slice(0, space) : room.replace(/[\uD800-\uDBFF]$/, "");
  return `${short.replace(/[\s,;:–—-]+$/, "")}…`;
}
