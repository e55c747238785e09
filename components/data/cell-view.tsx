import { isBlob, lineOf, type Shown } from "./cells";

/** No cell of the grid holds more than this of a text. */
const MOST = 300;

/** A cell in one line. What is no value of its own (NULL, nothing, bytes) is fainter, and says what it is. */
export function CellView({ cell }: { cell: Shown }) {
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
