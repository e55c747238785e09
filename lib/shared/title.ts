const MOST = 80;
/** Control characters, which Postgres or a list cannot show, and those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** A title for a conversation that nobody has named: the first line of what was said first. */
export function titleFor(text: string): string {
  const [line = ""] = text.trim().split(/\r?\n/, 1);
  const clean = line.replace(UNSEEN, " ").replace(/\s+/g, " ").trim().toWellFormed();
  if (clean.length <= MOST) return clean;
  const cut = clean.slice(0, MOST - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.trimEnd()}…`;
}
