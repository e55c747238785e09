import { isBlob, lineOf, type Shown } from "@/components/draw/grid/cells";
import type { CellEdit, GridColumn } from "@/components/draw/grid/column";
import type { Cell } from "@/lib/shared/data/cell";
import { t } from "@/lib/shared/i18n/en/data";
import { affinityOf, isNumeric } from "./affinity";
import type { Column } from "./api";
import type { Row } from "./row-pages";

/**
 * Returns the declared columns in the order of `names`. The rows and the declaration are read at different
 * times, so names missing from the declaration get a default column.
 */
export function inOrder(declared: readonly Column[], names: readonly string[]): readonly Column[] {
  return names.map(
    (name) => declared.find((one) => one.name === name) ?? { name, type: "", notnull: false, pk: false },
  );
}

export const columnsOf = (columns: readonly Column[], editable: readonly string[]): GridColumn<Row>[] =>
  columns.map(({ name, type, pk }, at) => {
    const edit = !editable.includes(name) ? "none" : /blob/i.test(type) ? "row" : "text";
    return columnOf(name, at, { type, isKey: pk, isNumber: isNumeric(affinityOf(type)), edit });
  });

/** Returns the columns of a query result, with types derived from its cells. */
export const resultColumns = (
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): GridColumn<Row>[] =>
  columns.map((name, at) => {
    const types = new Set(rows.flatMap((row) => typeOf(row[at] ?? null) ?? []));
    const isNumber = types.size > 0 && [...types].every((type) => type === "integer" || type === "real");
    const [only = ""] = types;
    const type = types.size > 1 ? (isNumber ? "real" : "mixed") : only;
    return columnOf(name, at, { type, isKey: false, isNumber, edit: "none" });
  });

type Made = { type: string; isKey: boolean; isNumber: boolean; edit: CellEdit };

function columnOf(label: string, at: number, { isNumber, ...made }: Made): GridColumn<Row> {
  return {
    ...made,
    label,
    align: isNumber ? "right" : "left",
    className: isNumber ? "tabular-nums" : undefined,
    text: ({ cells }) => lineOf(cells[at] ?? null),
    view: ({ cells }) => <CellView cell={cells[at] ?? null} />,
  };
}

function typeOf(cell: Cell): string | undefined {
  if (cell === null) return undefined;
  if (typeof cell === "string") return "text";
  if (typeof cell === "number") return Number.isInteger(cell) ? "integer" : "real";
  if (isBlob(cell)) return "blob";
  return "$integer" in cell ? "integer" : "real";
}

const MAX_CELL_CHARS = 300;

function CellView({ cell }: { cell: Shown }) {
  if (cell === null) return <span className="text-meta text-ink-3">NULL</span>;
  if (cell === "")
    return (
      <span className="text-ink-3">
        <span aria-hidden>“”</span>
        <span className="sr-only">{t("emptyText")}</span>
      </span>
    );
  if (isBlob(cell)) return <span className="text-meta text-ink-3">{t("blob", { size: lineOf(cell) })}</span>;
  const text = lineOf(cell);
  return text.length > MAX_CELL_CHARS ? `${text.slice(0, MAX_CELL_CHARS)}…` : text;
}
