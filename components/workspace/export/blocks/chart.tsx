import {
  amount,
  COLOURS,
  described,
  isSign,
  shapeOf,
  slices,
} from "@/components/draw/blocks/chart/chart-numbers";
import { numbersOf } from "@/components/draw/blocks/chart/chart-table";
import { type Context, type DrawnSvg, html } from "@/components/workspace/export/pieces";
import { type DrawnChart, drawnAs } from "@/lib/shared/blocks/chart";
import { isRecord } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/export";
import { formatTag } from "@/lib/shared/i18n/locale";
import type { BlockContext } from "./index";
import { drawTable } from "./table";

const percent = (share: number) =>
  share.toLocaleString(formatTag(), { style: "percent", maximumFractionDigits: 1 });

export async function* drawChart(
  source: DrawnChart,
  { answer }: Pick<BlockContext, "answer">,
  context: Context,
): AsyncGenerator<string> {
  const block = drawnAs(source);
  const { data, title } = block;
  const svg = shapeOf(data).isEmpty ? undefined : await context.drawChart(block);
  yield "<figure>";
  if (title) yield html(<figcaption>{title}</figcaption>);
  if (svg) yield html(<Image block={block} svg={svg} />);
  yield `<details class="data"${svg ? "" : " open"}>`;
  yield html(<summary>{t("numbers")}</summary>);
  const { columns, rows } = numbersOf(block);
  yield* drawTable({ columns, data: rows }, undefined, context);
  yield "</details></figure>";
  const chosen = source.select && chosenIn(answer);
  if (chosen) yield html(<p>{t("chosen", { choice: chosen })}</p>);
}

function chosenIn(answer: unknown): string | undefined {
  const choice = isRecord(answer) && answer.action === "choose" ? answer.choice : undefined;
  if (!isRecord(choice)) return undefined;
  const { label, series, from, to } = choice;
  return from === undefined
    ? [series, label].filter(Boolean).join(", ")
    : t("fromTo", { from: String(from), to: String(to) });
}

function Image({ block, svg }: { block: DrawnChart; svg: DrawnSvg }) {
  const { chartType, unit, xLabel, yLabel } = block;
  const scale = [yLabel, chartType === "pie" && unit && isSign(unit) ? "" : unit].filter(Boolean).join(", ");
  return (
    <>
      <ul className="legend">
        {legend(block).map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: series are identified by position
          <li key={index}>
            <i style={{ background: COLOURS[index] }} />
            {name}
          </li>
        ))}
        {scale && <li className="quiet">{scale}</li>}
      </ul>
      <div
        className="chart"
        role="img"
        aria-label={described(block)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered this markup and escaped its text
        dangerouslySetInnerHTML={{
          __html: `<div class="wide">${svg.wide}</div><div class="narrow">${svg.narrow}</div>`,
        }}
      />
      {xLabel && <p className="quiet axis">{xLabel}</p>}
    </>
  );
}

function legend({ chartType, data, unit }: DrawnChart): string[] {
  if (chartType === "heatmap") return [];
  if (chartType !== "pie") return data.series.map(({ name }) => name).filter((name) => name !== "Value");
  return slices(data).map(({ label, value, share }) => `${label}: ${amount(value, unit)}, ${percent(share)}`);
}
