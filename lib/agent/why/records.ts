import { isRecord } from "@/lib/shared/chat/parts";

export type RecordCell = { key: string; value: string | number | boolean };

/**
 * Values of a result that belong together: a row, an object or a line of text. `around` is the object that contains
 * the text or the list.
 */
export type ResultRecord = {
  cells: RecordCell[];
  /** Number of the row, from 1, in a result with rows. */
  nth?: number;
  /** Set for a line of a longer text. */
  line?: number;
  around?: ResultRecord | undefined;
};

/** Maximum values of one result that are compared. */
const MAX_CELLS = 40_000;
const MAX_DEPTH = 8;
const MAX_LINES = 4_000;
/** Longer lines are compared in pieces. */
const MAX_LINE = 2_000;
/** Longer texts are compared by line. */
const LONG = 240;
const MAX_JSON = 1_000_000;

type Walk = { records: ResultRecord[]; cells: number };

/** Returns the records of any result, in order. JSON in texts is read, too. */
export function recordsOf(result: unknown): ResultRecord[] {
  const walk: Walk = { records: [], cells: 0 };
  visit(result, "", undefined, walk, 0);
  return walk.records;
}

function visit(
  value: unknown,
  key: string,
  around: ResultRecord | undefined,
  walk: Walk,
  depth: number,
): void {
  if (depth > MAX_DEPTH || walk.cells > MAX_CELLS) return;
  const scalar = scalarOf(value);
  if (typeof scalar === "string" && isLong(scalar)) visitText(scalar, key, around, walk, depth);
  else if (scalar !== undefined) add(walk, { cells: [{ key, value: scalar }], around });
  else if (Array.isArray(value)) for (const item of value) visit(item, key, around, walk, depth + 1);
  else if (isRecord(value)) {
    const rows = rowsIn(value);
    for (const row of rows ?? []) add(walk, { ...row, around });
    if (rows) return;
    const inner: (readonly [string, unknown])[] = [];
    const own: ResultRecord = { cells: cellsOf(value, inner, 0), around };
    if (own.cells.length > 0) add(walk, own);
    for (const [name, item] of inner) visit(item, name, own, walk, depth + 1);
  }
}

/** Returns the short values of an object and of objects in it. Adds lists and long texts to `inner`. */
function cellsOf(
  value: Record<string, unknown>,
  inner: (readonly [string, unknown])[],
  depth: number,
): RecordCell[] {
  return Object.entries(value).flatMap(([key, item]): RecordCell[] => {
    const scalar = scalarOf(item);
    if (typeof scalar === "string" && isLong(scalar)) inner.push([key, scalar]);
    else if (scalar !== undefined) return [{ key, value: scalar }];
    else if (Array.isArray(item) || depth > 2 || (isRecord(item) && rowsIn(item))) inner.push([key, item]);
    else if (isRecord(item)) return cellsOf(item, inner, depth + 1);
    return [];
  });
}

function visitText(
  text: string,
  key: string,
  around: ResultRecord | undefined,
  walk: Walk,
  depth: number,
): void {
  const json = /^\s*[[{]/.test(text) && text.length <= MAX_JSON ? parsed(text) : undefined;
  if (json !== undefined) visit(json, key, around, walk, depth + 1);
  else
    for (const [at, line] of text.split("\n", MAX_LINES).entries())
      for (let start = 0; start < line.length; start += MAX_LINE)
        add(walk, { cells: [{ key, value: line.slice(start, start + MAX_LINE) }], line: at, around });
}

function add(walk: Walk, record: ResultRecord): void {
  if (walk.cells > MAX_CELLS) return;
  walk.records.push(record);
  walk.cells += record.cells.length;
}

/** Returns the rows of `{ columns, rows }`, of chart data and of lists that belong together. */
function rowsIn(value: Record<string, unknown>): ResultRecord[] | undefined {
  const { columns, rows, labels, series } = value;
  if (isTexts(columns) && isRows(rows))
    return rows.map((row, at) => ({ cells: zip(columns, row), nth: at + 1 }));
  if (Array.isArray(labels) && Array.isArray(series) && series.every(isRecord))
    return labels.map((label, at) => ({
      cells: [
        ...zip(["label"], [label]),
        ...series.flatMap(({ name, values }) =>
          Array.isArray(values) ? zip([typeof name === "string" ? name : ""], [values[at]]) : [],
        ),
      ],
      nth: at + 1,
    }));
  return undefined;
}

const zip = (keys: readonly string[], row: readonly unknown[]): RecordCell[] =>
  keys.flatMap((key, at) => {
    const value = scalarOf(row[at]);
    return value === undefined ? [] : [{ key, value }];
  });

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
const isRows = (value: unknown): value is unknown[][] => Array.isArray(value) && value.every(Array.isArray);

/** Returns a plain value, also from the notation of SQLite's cells and of documents. */
function scalarOf(value: unknown): string | number | boolean | undefined {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (!isRecord(value)) return undefined;
  const [only, ...others] = Object.entries(value);
  if (!only || others.length > 0 || !only[0].startsWith("$")) return undefined;
  return typeof only[1] === "string" || typeof only[1] === "number" ? only[1] : undefined;
}

const isLong = (text: string): boolean => text.length > LONG || text.includes("\n");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
