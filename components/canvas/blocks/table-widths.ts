import type { TableColumn } from "@/lib/shared/blocks/table";
import { cellOf, cellText } from "./table-cells";
import type { Row } from "./use-table";

const SAMPLE = 300;

/**
 * A width in characters for every column, from its heading and a sample of its cells. Rows that come and go while one
 * scrolls would otherwise move the columns.
 */
export function columnWidths(columns: TableColumn[], rows: Row[]): number[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  const sample = rows.filter((_, index) => index % step === 0);
  return columns.map(({ key, label }) => {
    const longest = sample.reduce(
      (most, row) => Math.max(most, cellText(cellOf(row, key)).length),
      label.length + 3,
    );
    // A character of a longer text is narrower than the figure that `ch` measures.
    const width = Math.min(longest, 10) + Math.max(0, longest - 10) * 0.75;
    return Math.min(Math.max(width, 6), 30) + 3;
  });
}
