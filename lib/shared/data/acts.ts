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
const MAX_NAME_CHARS = 60;

export function describeActs(acts: readonly Act[]): string {
  const named = acts.slice(0, NAMED).map(phrase);
  const others = acts.length - named.length;
  if (others > 0) named.push(`${others} more ${others === 1 ? "change" : "changes"}`);
  const last = named.length > 1 ? ` and ${named.pop()}` : "";
  const sentence = `${named.join(", ")}${last}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function phrase({ verb, table: name, rows, more }: Act): string {
  const table = name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS).toWellFormed()}…` : name;
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
