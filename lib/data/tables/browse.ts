import { execute } from "@/lib/data/sqlite/index";
import type { Condition, Page } from "@/lib/shared/data/bodies";
import type { Cell } from "@/lib/shared/data/cell";
import type { RowsPage } from "@/lib/shared/data/contract";
import { AppError } from "@/lib/shared/errors";
import { clipped, unclip } from "./clip";
import { joinedTerms } from "./joined";
import { quoted } from "./names";
import { editable, readTable, type TableShape } from "./table";

/** Maximum JSON characters of a page. Enough for one page with the maximum number of columns and clipped cells. */
const MAX_CHARS = 64_000_000;
const MAX_COUNTED = 100_000;

export async function browse(agentId: string, name: string, page: Page): Promise<RowsPage> {
  const table = await readTable(agentId, name);
  const columns = table.columns.map((column) => column.name);
  const { sql: where, params } = conditions(columns, page);
  const from = `FROM ${quoted(table.name)}${where}`;
  const bound = table.type === "view" ? ` LIMIT ${MAX_COUNTED}` : "";
  const counted = await read(agentId, `SELECT count(*) FROM (SELECT 1 ${from}${bound})`, params, 1);
  const sql = `SELECT ${[clipped(columns), ...table.key.map(quoted)].join(", ")} ${from}${orderOf(table, page)} LIMIT ? OFFSET ?`;
  const rows = await read(agentId, sql, [...params, page.limit, page.offset], page.limit);
  const shown = rows.map((row) => unclip(row, columns.length));
  return {
    columns,
    rows: shown.map(({ row }) => row),
    key: table.key,
    keys: table.key.length > 0 ? shown.map(({ rest }) => rest) : [],
    editable: editable(table),
    total: Number(counted[0]?.[0] ?? 0),
  };
}

async function read(agentId: string, sql: string, params: Cell[], maxRows: number): Promise<Cell[][]> {
  const result = await execute({ agentId, sql, params, mode: "read", maxRows, maxChars: MAX_CHARS });
  return result.kind === "read" ? result.rows : [];
}

function conditions(columns: string[], { filter, where }: Page): { sql: string; params: Cell[] } {
  const terms: string[] = [];
  const params: Cell[] = [];
  const bind = (value: Cell) => `?${params.push(value)}`;
  if (filter !== "") {
    const patterns = containing(filter).map(bind);
    terms.push(
      joinedTerms(
        columns.map((column) => like(column, patterns)),
        "OR",
      ),
    );
  }
  for (const condition of where) {
    if (!columns.includes(condition.column)) throw noColumn(condition.column);
    terms.push(termOf(condition, bind));
  }
  return { sql: terms.length > 0 ? ` WHERE ${joinedTerms(terms, "AND")}` : "", params };
}

function termOf(condition: Condition, bind: (value: Cell) => string): string {
  const column = quoted(condition.column);
  switch (condition.op) {
    case "null":
      return `${column} IS NULL`;
    case "notnull":
      return `${column} IS NOT NULL`;
    case "contains":
      return like(condition.column, containing(condition.value).map(bind));
    case "=":
      return `${column} IS ${bind(condition.value)}`;
    case "!=":
      return `${column} IS NOT ${bind(condition.value)}`;
    default:
      return `${column} ${condition.op} ${bind(condition.value)}`;
  }
}

const like = (column: string, patterns: string[]) =>
  joinedTerms(
    patterns.map((pattern) => `CAST(${quoted(column)} AS TEXT) LIKE ${pattern} ESCAPE '\\'`),
    "OR",
  );

/**
 * Returns LIKE patterns for a text. SQLite ignores case only for ASCII letters, so a text with other letters
 * is also searched in its usual capitalizations.
 */
function containing(text: string): string[] {
  const [first = ""] = text;
  const ways = [text, text.toLowerCase(), text.toUpperCase(), first.toUpperCase() + text.slice(first.length)];
  const wanted = /[^\0-\x7f]/.test(text) ? [...new Set(ways)] : [text];
  return wanted.map((way) => `%${way.replace(/[\\%_]/g, "\\$&")}%`);
}

/**
 * Sorts by the key after the chosen column, so that rows with equal values keep their order from page to
 * page.
 */
function orderOf({ columns, key, rowid }: TableShape, { sort, direction }: Page): string {
  if (sort !== undefined && !columns.some(({ name }) => name === sort)) throw noColumn(sort);
  const terms = sort === undefined ? [] : [`${quoted(sort)} ${direction}`];
  const last = rowid === null || key.includes(rowid) ? key : [...key, rowid];
  const all = [...terms, ...last.filter((name) => name !== sort).map(quoted)];
  return all.length > 0 ? ` ORDER BY ${all.join(", ")}` : "";
}

const noColumn = (name: string) =>
  new AppError("invalid", `There is no column ${JSON.stringify(name.slice(0, 100))} in this table.`);
