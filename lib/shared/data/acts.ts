/**
 * Effect of a call on one table. `rows` counts rows changed by its statements, `more` those changed by
 * cascades and triggers.
 */
export type Act = {
  verb: "add" | "change" | "delete" | "create" | "alter" | "drop";
  table: string;
  rows: number;
  more: number;
};

const NAMED = 3;
const LONGEST_NAME = 60;

export function wordsOfActs(acts: readonly Act[]): string {
  const named = acts.slice(0, NAMED).map(phrase);
  const others = acts.length - named.length;
  if (others > 0) named.push(`${others} more ${others === 1 ? "change" : "changes"}`);
  const last = named.length > 1 ? ` and ${named.pop()}` : "";
  const words = `${named.join(", ")}${last}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function phrase({ verb, table: given, rows, more }: Act): string {
  const table = given.length > LONGEST_NAME ? `${given.slice(0, LONGEST_NAME).toWellFormed()}…` : given;
  const also = more > 0 ? ` (and ${counted(more)} by cascades or triggers)` : "";
  switch (verb) {
    case "add":
      return `added ${counted(rows)} to ${table}${also}`;
    case "change":
      return `changed ${counted(rows)} of ${table}${also}`;
    case "delete":
      return `deleted ${counted(rows)} of ${table}${also}`;
    case "create":
      return `created ${table}`;
    case "alter":
      return `changed the schema of ${table}`;
    case "drop":
      return `dropped ${table}`;
  }
}

const counted = (rows: number) => `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"}`;
