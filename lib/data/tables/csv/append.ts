import type { Cell } from "@/lib/shared/data/cell";
import { type CsvType, cellOf, isNumber } from "@/lib/shared/data/csv-columns";
import { AppError } from "@/lib/shared/errors";
import { assertEditable, editable, type TableColumn, type TableShape } from "../table";
import type { Survey } from "./survey";

export type CsvTarget = {
  table: string;
  columns: string[];
  types: string[];
  create?: string;
  cells(row: string[]): Cell[];
};

export function appendTo(table: TableShape) {
  assertEditable(table);
  const open = new Set(editable(table));
  const columns = table.columns.filter(({ name }) => open.has(name));
  const named = (cell: string) => columns.find(({ name }) => same(name, cell));
  return {
    isHeader: (first: string[]) => first.every((cell) => cell.trim() === "" || named(cell) !== undefined),
    target({ header, first, columns: found }: Survey): CsvTarget {
      const into = found.map((_, at) => {
        const column = header ? named(first[at] ?? "") : columns[at];
        if (column) return column;
        throw new AppError("invalid", misfit(table.name, columns, header ? (first[at] ?? "") : null, at));
      });
      const twice = into.find((column, at) => into.indexOf(column) !== at);
      if (twice)
        throw new AppError("invalid", `The CSV has the column ${JSON.stringify(twice.name)} more than once.`);
      const writers = into.map((column, at) => writer(column, found[at]?.found ?? "TEXT"));
      return {
        table: table.name,
        columns: into.map(({ name }) => name),
        types: into.map(({ type }) => type),
        cells: (row) => writers.map((write, at) => write(found[at]?.normal(row[at] ?? "") ?? "")),
      };
    },
  };
}

/**
 * Returns a function that converts a text to a cell. It follows SQLite's affinity of the column's declared
 * type. If the column has no declared type, it uses the type found in the CSV.
 */
function writer({ type, notnull }: TableColumn, found: CsvType): (text: string) => Cell {
  if (/CHAR|CLOB|TEXT/i.test(type) && !/INT/i.test(type))
    return (text) => (text === "" ? (notnull ? "" : null) : text);
  if (type === "" || (/BLOB|ANY/i.test(type) && !/INT/i.test(type))) return (text) => cellOf(text, found);
  return (text) => cellOf(text, isNumber(text) ? "REAL" : "TEXT");
}

const same = (name: string, cell: string) => name.trim().toLowerCase() === cell.trim().toLowerCase();

function misfit(table: string, columns: TableColumn[], name: string | null, at: number): string {
  const available = columns
    .slice(0, 20)
    .map(({ name }) => JSON.stringify(name))
    .join(", ");
  const problem =
    name === null
      ? `The CSV has more columns than the table`
      : `Column ${at + 1} of the CSV, ${JSON.stringify(name.slice(0, 100))}, is not in the table`;
  return `${problem} ${JSON.stringify(table)}, which has ${available}.`;
}
