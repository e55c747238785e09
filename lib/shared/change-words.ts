import { type BoardContent, boardContent, type Tile } from "./boards/content";
import { databaseCopy } from "./data/database-copy";
import { collectionVersion, whatChanged } from "./data/documents-version";
import { blockContent, factContent, jobContent, stateContent } from "./kind-contents";
import { isNamedById, type Kind, textChanges } from "./kinds";
import { describeName, describeValue, valueChange } from "./text/describe-value";
import { plain } from "./text/plain";

/*
 * Describes each change of a versioned item in one sentence. The chat, the history, the activity and the summary after
 * an absence show the same sentence. It has no ids, no operators and no JSON.
 */

/**
 * A change from one version to another. `before` is null if the change created the item, and `after` is null if
 * it deleted it. Undefined contents are too large to compare.
 */
export type WordedChange = {
  kind: Kind;
  name: string;
  /** Title of an item whose name is an id. */
  title?: string | null;
  before: unknown;
  after: unknown;
  timeZone?: string;
};

const MAX_LINE = 80;
const MAX_SENTENCE = 160;

type Words = (change: Omit<WordedChange, "kind" | "title"> & { title: string; parts: string }) => string;

/** Describes a change. Never empty. */
export function changeWords({ title, ...change }: WordedChange): string {
  const { kind, name, before, after } = change;
  const isCompared = before !== undefined && after !== undefined;
  const changes = isCompared ? textChanges(kind, before, after) : [];
  const parts = changes.map((one) => one.title.toLowerCase()).join(", ");
  const shown = clip(plain(title ?? (isNamedById(kind) ? "" : name)), MAX_LINE);
  return clip(WORDS[kind]({ ...change, title: shown, parts }), MAX_SENTENCE);
}

const clip = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`.toWellFormed();

const quoted = (text: string): string => `“${clip(text, MAX_LINE)}”`;

/** A text of which the agent has only one. */
const soleText =
  (label: string): Words =>
  ({ before, after }) =>
    textWords(label, before ?? "", after ?? "");

function textWords(label: string, before: unknown, after: unknown): string {
  if (typeof before !== "string" || typeof after !== "string") return `Changed: ${label}`;
  const { removed, added } = firstDifference(before, after);
  if (after.trim() === "") return `${label}: emptied`;
  if (removed && added) return `${label}: ${quoted(removed)} → ${quoted(added)}`;
  if (added) return `${label}: added ${quoted(added)}`;
  if (removed) return `${label}: removed ${quoted(removed)}`;
  return `${label}: changed`;
}

/** Returns the first lines with text that differ, ignoring equal lines at the start and at the end. */
function firstDifference(before: string, after: string): { removed?: string; added?: string } {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && old[start] === now[start]) start++;
  let end = 0;
  while (end < least - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const first = (lines: string[]) =>
    lines
      .slice(start, lines.length - end)
      .map(plain)
      .find(Boolean);
  return { removed: first(old), added: first(now) };
}

const authored =
  (
    made: (name: string) => string,
    changed: (name: string) => string,
    deleted: (name: string) => string,
  ): Words =>
  ({ title, before, after, parts }) => {
    if (after === null) return deleted(title);
    if (before === null) return made(title);
    return parts ? `${changed(title)}: ${parts}` : changed(title);
  };

const state: Words = ({ name, before, after, timeZone }) => {
  const key = describeName(name);
  const [old, now] = [stateContent.safeParse(before).data, stateContent.safeParse(after).data];
  const value = (content: { value?: unknown }) => describeValue(content.value, timeZone) ?? "an id";
  if (after === null) return old ? `Deleted ${key}: ${value(old)}` : `Deleted ${key}`;
  if (!now) return `Changed ${key}`;
  return old ? `${key}: ${valueChange(old.value, now.value, timeZone)}` : `Stored ${key}: ${value(now)}`;
};

const JOB = ["Made the job", "Changed the job", "Deleted the job"] as const;
const PULSE = ["Set up the check-ins", "Changed the check-ins", "Deleted the check-ins"] as const;
const TRIGGER = ["Made the trigger", "Changed the trigger", "Deleted the trigger"] as const;

const job: Words = ({ title, before, after, parts, timeZone }) => {
  const [old, now] = [jobContent.safeParse(before).data, jobContent.safeParse(after).data];
  const kind = (now ?? old)?.kind ?? "cron";
  const [made, changed, deleted] = kind === "cron" ? JOB : kind === "pulse" ? PULSE : TRIGGER;
  const named = kind === "pulse" || !title ? "" : ` ${title}`;
  if (after === null) return `${deleted}${named}`;
  const when = now && describeTime(now.spec, timeZone);
  if (before === null) return when ? `${made}${named}: ${when}` : `${made}${named}`;
  const was = old && describeTime(old.spec, timeZone);
  if (parts === "when" && was && when && was !== when) return `${title || changed}: ${was} → ${when}`;
  if (old && now && old.name !== now.name)
    return `${changed} ${quoted(old.name)}: name → ${quoted(now.name)}`;
  return parts ? `${changed}${named}: ${parts}` : `${changed}${named}`;
};

function describeTime({ cronExpression, cron, at }: Record<string, unknown>, timeZone?: string) {
  const expression = cronExpression ?? cron;
  if (typeof expression === "string") return describeCron(expression);
  return typeof at === "string" ? describeValue(at, timeZone) : null;
}

const DAYS = ["Sundays", "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"];

/**
 * Describes a cron expression that runs at one time of day on all days, on weekdays or on one weekday. Returns
 * null for any other expression.
 */
export function describeCron(expression: string): string | null {
  const [minute, hour, day, month, weekday, ...others] = expression.trim().split(/\s+/);
  if (others.length > 0 || day !== "*" || month !== "*" || weekday === undefined) return null;
  if (!/^\d{1,2}$/.test(minute ?? "") || !/^\d{1,2}$/.test(hour ?? "")) return null;
  const time = `${hour?.padStart(2, "0")}:${minute?.padStart(2, "0")}`;
  if (weekday === "*") return `every day at ${time}`;
  if (weekday === "1-5") return `weekdays at ${time}`;
  const name = /^[0-7]$/.test(weekday) ? DAYS[Number(weekday)] : undefined;
  return name ? `${name} at ${time}` : null;
}

const ARCHIVE = "archive:";

const block: Words = ({ name, before, after, parts }) => {
  const isArchived = name.startsWith(ARCHIVE);
  const label = isArchived ? name.slice(ARCHIVE.length) : name;
  const [old, now] = [blockContent.safeParse(before).data, blockContent.safeParse(after).data];
  if (after === null)
    return isArchived ? `Deleted ${label} from the archive` : `Deleted ${label} from memory`;
  if (before === null) {
    const line = firstDifference("", now?.text ?? "").added;
    if (!line) return isArchived ? `Archived ${label}` : `Remembered ${label}`;
    return isArchived ? `Archived ${label}: ${quoted(line)}` : `Remembered ${label}: ${quoted(line)}`;
  }
  if (old && now && old.text !== now.text) return textWords(label, old.text, now.text);
  return parts ? `Changed ${label}: ${parts}` : `Changed ${label}`;
};

const memory: Words = ({ title, before, after }) => {
  const [old, now] = [factContent.safeParse(before).data, factContent.safeParse(after).data];
  const line = (fact: { content: string }) => plain(fact.content);
  if (after === null) return title ? `Forgot: ${title}` : "Forgot a fact";
  if (!now) return "Changed a fact";
  if (!old) return `Remembered: ${line(now)}`;
  if (old.content !== now.content) return `Remembered: ${quoted(line(old))} → ${quoted(line(now))}`;
  return `Changed how to remember: ${line(now)}`;
};

const board: Words = ({ title, before, after }) => {
  const [old, now] = [boardContent.safeParse(before).data, boardContent.safeParse(after).data];
  if (after === null) return `Deleted the board ${title}`;
  if (!now || (!old && before !== null)) return `Changed the board ${title}`;
  if (!old) return `Made the board ${now.name}`;
  if (old.name !== now.name) return `Renamed the board ${old.name} to ${now.name}`;
  return tileWords(now.name, old.tiles, now.tiles);
};

function tileWords(name: string, old: BoardContent["tiles"], now: BoardContent["tiles"]): string {
  const missingIn = (tiles: readonly Tile[]) => (tile: Tile) => !tiles.some(({ id }) => id === tile.id);
  const [added, removed] = [now.filter(missingIn(old)), old.filter(missingIn(now))];
  const changed = now.filter((tile) => {
    const before = old.find(({ id }) => id === tile.id);
    return before && JSON.stringify(before) !== JSON.stringify(tile);
  });
  const [tile, ...others] = [...added, ...removed, ...changed];
  if (!tile) return `Changed the board ${name}`;
  if (others.length > 0) return `Changed ${others.length + 1} tiles on the board ${name}`;
  if (added.length > 0) return `Added ${tileName(tile)} to the board ${name}`;
  if (removed.length > 0) return `Removed ${tileName(tile)} from the board ${name}`;
  return `Changed ${tileName(tile)} on the board ${name}`;
}

const tileName = ({ title, source }: Tile): string =>
  title ? quoted(title) : "component" in source ? source.component : "a sheet";

/** Names of the collections that Easel manages, as its pages call them. */
const MANAGED: Record<string, string> = {
  ...{ schedule: "Calendar", contacts: "Contacts", master: "Profile", cronjobs: "Jobs" },
};

const collection: Words = ({ name, before, after }) => {
  const label = Object.hasOwn(MANAGED, name) ? MANAGED[name] : name;
  if (after === null) return `Deleted all of ${label}`;
  const { data } = collectionVersion.safeParse(after);
  if (!data) return `Changed ${label}`;
  if (data.about?.length) return whatChanged(data);
  return before === null && data.operation === "createCollection"
    ? `Made the collection ${label}`
    : `${label}: ${lowerFirst(whatChanged(data))}`;
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const TABLE = String.raw`["\`[]?([\w$-]+)`;
const STATEMENTS: readonly (readonly [RegExp, (table: string) => string])[] = [
  [new RegExp(String.raw`^delete\s+from\s+${TABLE}`, "i"), (table) => `Deleted rows of ${table}`],
  [new RegExp(String.raw`^update\s+(?:or\s+\w+\s+)?${TABLE}`, "i"), (table) => `Changed rows of ${table}`],
  [
    new RegExp(String.raw`^drop\s+table\s+(?:if\s+exists\s+)?${TABLE}`, "i"),
    (table) => `Deleted the table ${table}`,
  ],
  [new RegExp(String.raw`^alter\s+table\s+${TABLE}`, "i"), (table) => `Changed the table ${table}`],
];

const COPIED = {
  daily: "Copied the tables before the first change of the day",
  destructive: "Changed the tables",
  restore: "Copied the tables before restoring others",
};

/** A version of the database is the copy before a statement, so the sentence is about that statement. */
const database: Words = ({ after }) => {
  const { data } = databaseCopy.safeParse(after);
  if (!data) return "Changed the tables";
  const statement = data.sql?.trim() ?? "";
  for (const [pattern, words] of STATEMENTS) {
    const table = pattern.exec(statement)?.[1];
    if (table) return words(describeName(table));
  }
  return COPIED[data.reason];
};

const WORDS: Record<Kind, Words> = {
  system_prompt: soleText("Prompt"),
  learned_notes: soleText("Notes"),
  tool: authored(
    (name) => `Made the tool ${name}`,
    (name) => `Changed the tool ${name}`,
    (name) => `Deleted the tool ${name}`,
  ),
  component: authored(
    (name) => `Made the component ${name}`,
    (name) => `Changed the component ${name}`,
    (name) => `Deleted the component ${name}`,
  ),
  state,
  job,
  memory_blob: soleText("Summary"),
  block,
  db_schema: soleText("Notes on collections"),
  memory,
  board,
  collection,
  database,
  model_family: ({ name, before, after }) => textWords(`Instructions for ${name}`, before ?? "", after ?? ""),
};
