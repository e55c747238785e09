import { isMute, plain } from "./plain";

const MAX_CHARS = 80;
/** A partial word at the end is dropped unless fewer characters than this would remain. */
const MIN_CHARS = 50;
/** A greeting on its own, such as "Hi!" or "Hello, …", but not "Hello world in C". */
const GREETING =
  /^(?:hi|hello|hey|hallo|moin|servus|grüezi|salut|bonjour|bonsoir|hola|ciao|olá|hej|good (?:morning|afternoon|evening|day)|guten (?:morgen|tag|abend)|buenos días|buongiorno|bom dia)(?: (?:there|all|again|easel|zusammen))?(?:\s*[!.,:–—-]+\s*|$)/iu;

/** Returns a title from the first line of the first message, without a greeting and markdown. */
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

export function titleInAnswer(written: string): string | null {
  const [line = ""] = written
    .replace(/<think>[\s\S]*?<\/think>/g, "")
    .trim()
    .split(/\r?\n/, 1);
  const title = plain(line)
    .replace(/^title:\s*/i, "")
    .replace(/^["'“„«‘]+|["'”“»’.。]+$/g, "")
    .trim();
  return title === "" || title.length > MAX_CHARS || title.split(" ").length > MAX_WORDS ? null : title;
}

/** The prompt asks for six words. A longer answer is not a title. */
const MAX_WORDS = 12;

const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

function cut(line: string): string {
  if (line.length <= MAX_CHARS) return line;
  const head = line.slice(0, MAX_CHARS - 1);
  const space = line.lastIndexOf(" ", MAX_CHARS - 1);
  const short = space >= MIN_CHARS ? head.slice(0, space) : head.replace(/[\uD800-\uDBFF]$/, "");
  return `${short.replace(/[\s,;:–—-]+$/, "")}…`;
}
