import { isBlob, lineOf, type Shown } from "@/components/draw/grid/cells";
import type { CellEdit, GridColumn } from "@/components/draw/grid/column";
import type { Cell } from "@/lib/shared/data/cell";
import { affinityOf, isNumeric } from "./affinity";
import type { Column } from "./api";
import type { Row } from "./row-pages";

/** A table's columns as its rows came, and as they were declared: one of the two may be a moment older. */
export function inOrder(declared: readonly Column[], names: readonly string[]): readonly Column[] {
  return names.map(
    (name) => declared.find((one) => one.name === name) ?? { name, type: "", notnull: false, pk: false },
  );
}

/** As the grid draws them. Until it is known which can be edited, none can. */
export const columnsOf = (columns: readonly Column[], editable: readonly string[]): GridColumn<Row>[] =>
  columns.map(({ name, type, pk }, at) => {
    // Bytes are not written by hand.
    const edit = !editable.includes(name) ? "none" : /blob/i.test(type) ? "row" : "text";
    return columnOf(name, at, { type, isKey: pk, isNumber: isNumeric(affinityOf(type)), edit });
  });

/** A result's columns with the types that its cells turn out to have. */
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

/** No cell of the grid holds more than this of a text. */
const MOST = 300;

/** A cell in one line. What is no value of its own (NULL, nothing, bytes) is fainter, and says what it is. */
function CellView({ cell }: { cell: Shown }) {
  if (cell === null) return <span className="text-meta text-ink-3">NULL</span>;
  if (cell === "")
    return (
      <span className="text-ink-3">
        <span aria-hidden>“”</span>
        <span className="sr-only">empty text</span>
      </span>
    );
  if (isBlob(cell)) return <span className="text-meta text-ink-3">blob, {lineOf(cell)}</span>;
  const text = lineOf(cell);
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
