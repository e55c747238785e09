import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/sharedChanges";
import { currentLocale } from "@/lib/shared/i18n/locale";
import { type BoardContent, boardContent, type Tile } from "./boards/content";
import { databaseCopy } from "./data/database-copy";
import { collectionVersion, whatChanged } from "./data/documents-version";
import { type RowChanges, rowChanges } from "./data/row-changes";
import { blockContent, factContent, jobContent, stateContent } from "./kind-contents";
import { textChanges } from "./kind-texts";
import { isNamedById, type Kind } from "./kinds";
import { projectContent } from "./projects/content";
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
  const parts = changes.map((one) => withinSentence(one.title)).join(", ");
  const shown = clip(plain(title ?? (isNamedById(kind) ? "" : name)), MAX_LINE);
  return clip(WORDS[kind]({ ...change, title: shown, parts }), MAX_SENTENCE);
}

const clip = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`.toWellFormed();

const quoted = (text: string): string => common("quoted", { text: clip(text, MAX_LINE) });

/** Returns a text that begins with a capital letter for use after a colon. German nouns keep theirs. */
const withinSentence = (text: string): string =>
  currentLocale() === "de" ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** A text of which the agent has only one. */
const soleText =
  (label: () => string): Words =>
  ({ before, after }) =>
    textWords(label(), before ?? "", after ?? "");

function textWords(label: string, before: unknown, after: unknown): string {
  if (typeof before !== "string" || typeof after !== "string") return t("changedText", { label });
  const { removed, added } = firstDifference(before, after);
  if (after.trim() === "") return t("emptied", { label });
  if (removed && added) return `${label}: ${quoted(removed)} → ${quoted(added)}`;
  if (added) return t("added", { label, text: quoted(added) });
  if (removed) return t("removed", { label, text: quoted(removed) });
  return t("changed", { label });
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
  (kind: "tool" | "component" | "skill"): Words =>
  ({ title, before, after, parts }) => {
    const item = { kind, named: "yes", name: title };
    if (after === null) return t("deletedNamed", item);
    if (before === null) return t("madeNamed", item);
    return parts ? `${t("changedNamed", item)}: ${parts}` : t("changedNamed", item);
  };

const state: Words = ({ name, before, after, timeZone }) => {
  const label = describeName(name);
  const [old, now] = [stateContent.safeParse(before).data, stateContent.safeParse(after).data];
  const value = (content: { value?: unknown }) => describeValue(content.value, timeZone) ?? t("anId");
  if (after === null)
    return old ? t("deletedValue", { label, value: value(old) }) : t("deletedItem", { label });
  if (!now) return t("changedItem", { label });
  return old
    ? `${label}: ${valueChange(old.value, now.value, timeZone)}`
    : t("storedValue", { label, value: value(now) });
};

const job: Words = ({ title, before, after, parts, timeZone }) => {
  const [old, now] = [jobContent.safeParse(before).data, jobContent.safeParse(after).data];
  const stored = (now ?? old)?.kind ?? "cron";
  const kind = stored === "cron" ? "job" : stored === "pulse" ? "pulse" : "trigger";
  const item = { kind, named: kind === "pulse" || !title ? "no" : "yes", name: title };
  if (after === null) return t("deletedNamed", item);
  const when = now && describeTime(now.spec, timeZone);
  const made = t("madeNamed", item);
  if (before === null) return when ? `${made}: ${when}` : made;
  const was = old && describeTime(old.spec, timeZone);
  const hasSameText = old?.name === now?.name && old?.instruction === now?.instruction;
  if (hasSameText && was && when && was !== when)
    return `${title || t("changedNamed", item)}: ${was} → ${when}`;
  if (old && now && old.name !== now.name)
    return t("renamed", { kind, before: clip(old.name, MAX_LINE), after: clip(now.name, MAX_LINE) });
  const changed = t("changedNamed", item);
  return parts ? `${changed}: ${parts}` : changed;
};

function describeTime({ cronExpression, cron, at }: Record<string, unknown>, timeZone?: string) {
  const expression = cronExpression ?? cron;
  if (typeof expression === "string") return describeCron(expression);
  return typeof at === "string" ? describeValue(at, timeZone) : null;
}

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/**
 * Describes a cron expression that runs at one time of day on all days, on weekdays or on one weekday. Returns
 * null for any other expression.
 */
export function describeCron(expression: string): string | null {
  const [minute, hour, day, month, weekday, ...others] = expression.trim().split(/\s+/);
  if (others.length > 0 || day !== "*" || month !== "*" || weekday === undefined) return null;
  if (!/^\d{1,2}$/.test(minute ?? "") || !/^\d{1,2}$/.test(hour ?? "")) return null;
  const time = `${hour?.padStart(2, "0")}:${minute?.padStart(2, "0")}`;
  if (weekday === "*") return t("daily", { time });
  if (weekday === "1-5") return t("onWeekdays", { time });
  const weekly = /^[0-7]$/.test(weekday) ? DAYS[Number(weekday)] : undefined;
  return weekly ? t("onDay", { day: weekly, time }) : null;
}

const ARCHIVE = "archive:";

const block: Words = ({ name, before, after, parts }) => {
  const isArchived = name.startsWith(ARCHIVE);
  const label = isArchived ? name.slice(ARCHIVE.length) : name;
  const [old, now] = [blockContent.safeParse(before).data, blockContent.safeParse(after).data];
  if (after === null) return t(isArchived ? "deletedFromArchive" : "deletedFromMemory", { label });
  if (before === null) {
    const line = firstDifference("", now?.text ?? "").added;
    const made = t(isArchived ? "archived" : "remembered", { label });
    return line ? `${made}: ${quoted(line)}` : made;
  }
  if (old && now && old.text !== now.text) return textWords(label, old.text, now.text);
  return parts ? t("changedParts", { label, parts }) : t("changedItem", { label });
};

const memory: Words = ({ title, before, after }) => {
  const [old, now] = [factContent.safeParse(before).data, factContent.safeParse(after).data];
  const line = (fact: { content: string }) => plain(fact.content);
  if (after === null) return title ? t("forgot", { fact: title }) : t("forgotFact");
  if (!now) return t("changedFact");
  if (!old) return t("rememberedFact", { fact: line(now) });
  if (old.content !== now.content)
    return t("rememberedInstead", { before: clip(line(old), MAX_LINE), after: clip(line(now), MAX_LINE) });
  return t("changedHowToRemember", { fact: line(now) });
};

const board: Words = ({ title, before, after }) => {
  const [old, now] = [boardContent.safeParse(before).data, boardContent.safeParse(after).data];
  if (after === null) return t("deletedBoard", { name: title });
  if (!now || (!old && before !== null)) return t("changedBoard", { name: title });
  if (!old) return t("madeBoard", { name: now.name });
  if (old.name !== now.name) return t("renamedBoard", { before: old.name, after: now.name });
  return tileWords(now.name, old.tiles, now.tiles);
};

const project: Words = ({ title, before, after, parts }) => {
  const [old, now] = [projectContent.safeParse(before).data, projectContent.safeParse(after).data];
  if (after === null) return t("deletedProject", { name: title });
  if (!old && before === null) return t("madeProject", { name: now?.name ?? title });
  if (old && now && old.name !== now.name) return t("renamedProject", { before: old.name, after: now.name });
  const changed = t("changedProject", { name: title });
  return parts ? `${changed}: ${parts}` : changed;
};

function tileWords(name: string, old: BoardContent["tiles"], now: BoardContent["tiles"]): string {
  const missingIn = (tiles: readonly Tile[]) => (tile: Tile) => !tiles.some(({ id }) => id === tile.id);
  const [added, removed] = [now.filter(missingIn(old)), old.filter(missingIn(now))];
  const changed = now.filter((tile) => {
    const before = old.find(({ id }) => id === tile.id);
    return before && JSON.stringify(before) !== JSON.stringify(tile);
  });
  const [tile, ...others] = [...added, ...removed, ...changed];
  if (!tile) return t("changedBoard", { name });
  if (others.length > 0) return t("changedTiles", { count: others.length + 1, name });
  if (added.length > 0) return t("addedTile", { tile: tileName(tile), name });
  if (removed.length > 0) return t("removedTile", { tile: tileName(tile), name });
  return t("changedTile", { tile: tileName(tile), name });
}

const tileName = ({ title, source }: Tile): string =>
  title ? quoted(title) : "component" in source ? source.component : t("aSheet");

/** Names of the collections that Easel manages, as its pages call them. */
const MANAGED = { schedule: "calendar", contacts: "contacts", master: "profile", cronjobs: "jobs" } as const;

const isManaged = (name: string): name is keyof typeof MANAGED => Object.hasOwn(MANAGED, name);

const collection: Words = ({ name, before, after }) => {
  const label = isManaged(name) ? common(MANAGED[name]) : name;
  if (after === null) return t("deletedAll", { label });
  const { data } = collectionVersion.safeParse(after);
  if (!data) return t("changedItem", { label });
  if (data.about?.length) return whatChanged(data);
  return before === null && data.operation === "createCollection"
    ? t("madeCollection", { label })
    : `${label}: ${withinSentence(whatChanged(data))}`;
};

const TABLE = String.raw`["\`[]?([\w$-]+)`;
const STATEMENTS = [
  [new RegExp(String.raw`^delete\s+from\s+${TABLE}`, "i"), "deletedRows"],
  [new RegExp(String.raw`^update\s+(?:or\s+\w+\s+)?${TABLE}`, "i"), "changedRows"],
  [new RegExp(String.raw`^drop\s+table\s+(?:if\s+exists\s+)?${TABLE}`, "i"), "deletedTable"],
  [new RegExp(String.raw`^alter\s+table\s+${TABLE}`, "i"), "changedTable"],
] as const;

const COPIED = {
  daily: "copiedDaily",
  program: "copiedForProgram",
  destructive: "changedTables",
  restore: "copiedForRestore",
} as const;

/** A version of the database is the copy before a statement, so the sentence is about that statement. */
const database: Words = ({ after }) => {
  const { data: rows } = rowChanges.safeParse(after);
  if (rows) return rowWords(rows);
  const { data } = databaseCopy.safeParse(after);
  if (!data) return t("changedTables");
  const statement = data.sql?.trim() ?? "";
  for (const [pattern, key] of STATEMENTS) {
    const table = pattern.exec(statement)?.[1];
    if (table) return t(key, { table: describeName(table) });
  }
  return t(COPIED[data.reason]);
};

const MAX_NAMED = 2;

/** Names the tables with the numbers of their changed rows. */
function rowWords({ tables }: RowChanges): string {
  const named = tables.slice(0, MAX_NAMED).map(({ name, added, changed, removed }) => {
    const counts = [
      added > 0 && t("rowsAdded", { count: added }),
      changed > 0 && t("rowsChanged", { count: changed }),
      removed > 0 && t("rowsRemoved", { count: removed }),
    ].filter((count) => count !== false);
    const table = describeName(name);
    return counts.length === 0
      ? t("changedTable", { table })
      : t("rowsOfTable", { table, counts: counts.join(", ") });
  });
  const more = tables.length - named.length;
  if (more > 0) named.push(t("moreTables", { count: more }));
  return named.length > 0 ? named.join(", ") : t("changedTables");
}

const WORDS: Record<Kind, Words> = {
  system_prompt: soleText(() => common("prompt")),
  learned_notes: soleText(() => common("notes")),
  tool: authored("tool"),
  component: authored("component"),
  skill: authored("skill"),
  state,
  job,
  memory_blob: soleText(() => t("summary")),
  block,
  db_schema: soleText(() => t("collectionNotes")),
  memory,
  board,
  project,
  collection,
  database,
  model_family: ({ name, before, after }) =>
    textWords(t("instructionsFor", { family: name }), before ?? "", after ?? ""),
};
