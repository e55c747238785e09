/** `aim` is a figure of Easel, `aimRatio` a figure of Easel divided by that of the bare server. */
export type Row = { name: string; bare?: number; easel: number; aim?: number; aimRatio?: number };

/** Prints the figures as a table, and as one line of JSON for programs. */
export function print(rows: Row[], machine: Record<string, unknown>): void {
  const ratio = ({ bare, easel }: Row) => (bare ? easel / bare : undefined);
  console.table(
    Object.fromEntries(
      rows.map((row) => [
        row.name,
        {
          bare: rounded(row.bare),
          easel: rounded(row.easel),
          ratio: rounded(ratio(row)),
          aim: row.aimRatio === undefined ? rounded(row.aim) : `${row.aimRatio} × bare`,
        },
      ]),
    ),
  );
  console.log(JSON.stringify({ machine, rows: rows.map((row) => ({ ...row, ratio: ratio(row) })) }));
}

const rounded = (value?: number) =>
  value === undefined ? "–" : Math.round(value * 100) / 100 || Number(value.toPrecision(2));
