/** `aim`: what the figure should stay under. */
export type Row = { name: string; bare?: number; easel: number; aim?: number };

/** The figures as a table for people and as one line of JSON for programs. */
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
          aim: rounded(row.aim),
        },
      ]),
    ),
  );
  console.log(JSON.stringify({ machine, rows: rows.map((row) => ({ ...row, ratio: ratio(row) })) }));
}

/** To the hundredth, and where that would be nothing, to two figures. */
const rounded = (value?: number) =>
  value === undefined ? "–" : Math.round(value * 100) / 100 || Number(value.toPrecision(2));
