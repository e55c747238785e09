import type { Block } from "@/lib/shared/blocks/index";
import { isQuery, uniqueNames } from "@/lib/shared/blocks/live";
import { formatNumber, type TableColumn } from "@/lib/shared/blocks/table-column";
import { cellText } from "@/lib/shared/data/cell";
import { csvLine } from "@/lib/shared/data/csv";
import { inEnglish } from "@/lib/shared/i18n/locale";
import type { RenderedBlock } from "./blocks";
import { markdownColumns } from "./markdown";
import { appErrorMessage, queryRowsOf } from "./query-rows";
import { plainRich, RichBuilder } from "./rich";

const MAX_TEXT_ROWS = 10;
const MAX_TEXT_COLUMNS = 6;

type Grid = { labels: string[]; rows: string[][]; isRight: boolean[] };

export async function renderTable(agentId: string, block: Block<"table">): Promise<RenderedBlock> {
  const grid = await tableGrid(agentId, block).catch(appErrorMessage);
  if (typeof grid === "string") return { text: plainRich(`⚠️ ${grid}`) };
  const { labels, rows, isRight } = grid;
  if (rows.length === 0) return { text: plainRich(`${labels.join(", ")}: no rows.`) };
  const first = rows.slice(0, MAX_TEXT_ROWS);
  const all = new RichBuilder();
  if (labels.length > MAX_TEXT_COLUMNS) records(all, labels, first);
  else all.mark({ type: "pre" }, () => all.add(markdownColumns([labels, ...first], isRight)));
  if (rows.length <= MAX_TEXT_ROWS) return { text: all.done() };
  const text = [labels, ...rows].map((row) => csvLine(row)).join("");
  return {
    text: plainRich(`A table of ${rows.length.toLocaleString("en")} rows.`),
    file: {
      ...{ as: "document", name: "table.csv", instead: all.done() },
      from: { is: "text", text, mediaType: "text/csv" },
    },
  };
}

function records(all: RichBuilder, labels: readonly string[], rows: readonly string[][]): void {
  for (const row of rows) {
    all.gap(2).mark({ type: "bold" }, () => all.add(row[0] || "—"));
    row.slice(1).forEach((cell, at) => {
      if (cell) all.add(`\n${labels[at + 1]}: ${cell}`);
    });
  }
}

/** Returns the cells of a table as text. Runs its query, if any. */
export async function tableGrid(
  agentId: string,
  { columns: chosenColumns, data }: Block<"table">,
): Promise<Grid> {
  if (!isQuery(data)) {
    const shown = chosenColumns ?? [];
    return {
      labels: shown.map(({ label, key }) => label || key),
      rows: data.map((row) =>
        shown.map((column) =>
          figureText(column, Object.hasOwn(row, column.key) ? row[column.key] : undefined),
        ),
      ),
      isRight: shown.map(
        ({ align, kind, key }) => align === "right" || kind === "number" || areNumbers(data, key),
      ),
    };
  }
  const result = await queryRowsOf(agentId, data);
  const names = uniqueNames(result.columns);
  const shown =
    chosenColumns?.filter(({ key }) => names.includes(key)) ?? names.map((key) => ({ key, label: key }));
  const places = shown.map(({ key }) => names.indexOf(key));
  return {
    labels: shown.map(({ label, key }) => label || key),
    rows: result.rows.map((row) => places.map((at) => (row[at] == null ? "" : cellText(row[at])))),
    isRight: places.map((at) => result.rows.every((row) => row[at] == null || typeof row[at] === "number")),
  };
}

const figureText = (column: TableColumn, value: unknown): string =>
  typeof value === "number"
    ? inEnglish(() => formatNumber(value, column, value.toLocaleString("en")))
    : asText(value);

const areNumbers = (rows: Record<string, unknown>[], key: string) =>
  rows.length > 0 && rows.every((row) => row[key] == null || typeof row[key] === "number");

function asText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
