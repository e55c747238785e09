import { cn } from "@/components/ui/cn";
import { nameOf } from "./model-format";
import {
  dollars,
  exactly,
  formatDayAndMonth,
  roughly,
  type Totals,
  type UsageRow,
  weekday,
} from "./usage-figures";

const cell = "h-8 py-1 pl-4 text-right align-top tabular-nums";
const head = "h-8 pl-4 text-right text-meta font-medium text-ink-3";
/** Takes the remaining width and truncates long names. */
const model = "w-full max-w-0 py-1 pl-4 align-top";
/** Hides a column on a phone, where its figures are below the model's name instead. */
const wide = "max-md:hidden";

export function UsageTable({ rows, totals }: { rows: UsageRow[]; totals: Totals }) {
  return (
    <table className="w-full border-separate border-spacing-0 text-ui whitespace-nowrap [&_td]:border-line [&_td]:border-b [&_th]:border-line [&_th]:border-b">
      <thead>
        <tr>
          <th className={cn(head, "pl-0 text-left")}>Day</th>
          <th className={cn(head, "text-left")}>Model</th>
          <th className={cn(head, wide)}>Calls</th>
          <th className={cn(head, wide)}>Tokens in</th>
          <th className={cn(head, wide)}>Of them cached</th>
          <th className={cn(head, wide)}>Tokens out</th>
          <th className={head}>Cost</th>
        </tr>
      </thead>
      <tbody>
        <tr className="font-medium">
          <th scope="row" className="h-8 py-1 text-left align-top font-medium">
            All
          </th>
          <td className={model}>
            <Short row={totals} />
          </td>
          <FigureCells row={totals} isPartly={totals.unpriced.length > 0} />
        </tr>
        {rows.map((row, index) => (
          <tr key={`${row.day} ${row.model} ${row.unattended} ${row.job}`}>
            <th scope="row" className="h-8 py-1 text-left align-top font-normal text-ink-2">
              <span className={cn(rows[index - 1]?.day === row.day && "sr-only")}>
                <span className="max-md:hidden">{weekday(row.day)} </span>
                {formatDayAndMonth(row.day)}
              </span>
            </th>
            <td className={model} title={row.model}>
              <span className="block truncate">{nameOf(row.model)}</span>
              {row.unattended && (
                <span className="block truncate text-meta text-ink-3">
                  Unattended: {row.job ?? "a job that was deleted"}
                </span>
              )}
              <Short row={row} />
            </td>
            <FigureCells row={row} isPartly={row.unpricedCalls > 0} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Figures = Omit<Totals, "unpriced">;

/** Returns for example "12 calls, 120K in, 9K out". */
function Short({ row: { calls, inputTokens, outputTokens } }: { row: Figures }) {
  return (
    <span className="block text-meta font-normal whitespace-normal text-ink-3 md:hidden">
      {exactly(calls)} {calls === 1 ? "call" : "calls"}, {roughly(inputTokens)} in, {roughly(outputTokens)}{" "}
      out
    </span>
  );
}

type FigureCellsProps = { row: Figures; isPartly?: boolean };

function FigureCells({ row, isPartly = false }: FigureCellsProps) {
  const { calls, inputTokens, cachedTokens, outputTokens, cost } = row;
  return (
    <>
      <td className={cn(cell, wide)}>{exactly(calls)}</td>
      <td className={cn(cell, wide)}>{exactly(inputTokens)}</td>
      <td className={cn(cell, wide, "text-ink-2")}>{cachedTokens === 0 ? "–" : exactly(cachedTokens)}</td>
      <td className={cn(cell, wide)}>{exactly(outputTokens)}</td>
      <td className={cn(cell, cost === null && "text-ink-3")}>
        {cost === null ? "price unknown" : `${isPartly ? "at least " : ""}${dollars(cost)}`}
      </td>
    </>
  );
}
