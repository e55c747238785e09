import { isMute, plain } from "./plain";

const MOST = 80;
/** A word that would be cut is left out, unless that leaves less than this. */
const LEAST = 50;
/** A greeting that stands for itself: "Hi!", "Hello, …", but not "Hello world in C". */
const GREETING =
  /^(?:hi|hello|hey|hallo|moin|servus|grüezi|salut|bonjour|bonsoir|hola|ciao|olá|hej|good (?:morning|afternoon|evening|day)|guten (?:morgen|tag|abend)|buenos días|buongiorno|bom dia)(?: (?:there|all|again|easel|zusammen))?(?:\s*[!.,:–—-]+\s*|$)/iu;

/** A title for a conversation that nobody has named: the first line of what was said first, without greeting and marks. */
export function titleFor(text: string): string {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => !isMute(line))
    .map(plain)
    .filter(Boolean);
  for (const line of lines) {
    const rest = line.replace(GREETING, "");
    if (rest) return cut(rest === line ? line : capital(rest));
  }
  return cut(lines[0] ?? "");
}

/** The title in what a model wrote when it was asked for one, or null when it wrote something else. */
export function titleInAnswer(written: string): string | null {
  const [line = ""] = written
    .replace(/<think>[\s\S]*?<\/think>/g, "")
    .trim()
    .split(/\r?\n/, 1);
  const title = plain(line)
    .replace(/^title:\s*/i, "")
    .replace(/^["'“„«‘]+|["'”“»’.。]+$/g, "")
    .trim();
  return title === "" || title.length > MOST || title.split(" ").length > MAX_WORDS ? null : title;
}

/** Asked for six words; one that writes more than this has not understood. */
const MAX_WORDS = 12;

const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

function cut(line: string): string {
  if (line.length <= MOST) return line;
  const room = line.slice(0, MOST - 1);
  const space = line.lastIndexOf(" ", MOST - 1);
  const short = space >= LEAST ? room.slice(0, space) : room.replace(/[\uD800-\uDBFF]$/, "");
  return `${short.replace(/[\s,;:–—-]+$/, "")}…`;
}
