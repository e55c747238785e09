import { cn } from "@/components/ui/cn";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settings";
import { nameOf } from "./model-format";
import {
  callSummary,
  dollars,
  exactly,
  formatDayAndMonth,
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
          <th className={cn(head, "pl-0 text-left")}>{t("day")}</th>
          <th className={cn(head, "text-left")}>{t("model")}</th>
          <th className={cn(head, wide)}>{common("calls")}</th>
          <th className={cn(head, wide)}>{t("tokensIn")}</th>
          <th className={cn(head, wide)}>{t("cached")}</th>
          <th className={cn(head, wide)}>{t("tokensOut")}</th>
          <th className={head}>{t("cost")}</th>
        </tr>
      </thead>
      <tbody>
        <tr className="font-medium">
          <th scope="row" className="h-8 py-1 text-left align-top font-medium">
            {common("all")}
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
                  {row.job === null ? t("deletedJob") : t("unattendedJob", { job: row.job })}
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

function Short({ row }: { row: Figures }) {
  return (
    <span className="block text-meta font-normal whitespace-normal text-ink-3 md:hidden">
      {callSummary(row)}
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
        {cost === null ? t("priceUnknown") : isPartly ? t("atLeast", { cost: dollars(cost) }) : dollars(cost)}
      </td>
    </>
  );
}
