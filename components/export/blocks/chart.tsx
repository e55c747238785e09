import { amount, COLOURS, described, isSign, shapeOf, slices } from "@/components/blocks/chart-numbers";
import { numbersOf } from "@/components/blocks/chart-table";
import { type Context, html } from "@/components/export/pieces";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import { drawTable } from "./table";

const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

/** A chart as SVG with its legend, and below it every number. */
export async function* drawChart(
  block: DrawnChart,
  _place: unknown,
  context: Context,
): AsyncGenerator<string> {
  const { data, title } = block;
  const svg = shapeOf(data).isEmpty ? undefined : await context.drawChart(block);
  yield "<figure>";
  if (title) yield html(<figcaption>{title}</figcaption>);
  if (svg) yield html(<Picture block={block} svg={svg} />);
  yield `<details class="data"${svg ? "" : " open"}><summary>The numbers</summary>`;
  const { columns, rows } = numbersOf(block);
  yield* drawTable({ columns, data: rows }, undefined, context);
  yield "</details></figure>";
}

function Picture({ block, svg }: { block: DrawnChart; svg: string }) {
  const { chartType, unit, xLabel, yLabel } = block;
  const scale = [yLabel, chartType === "pie" && unit && isSign(unit) ? "" : unit].filter(Boolean).join(", ");
  return (
    <>
      <ul className="legend">
        {legend(block).map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: series are their places
          <li key={index}>
            <i style={{ background: COLOURS[index] }} />
            {name}
          </li>
        ))}
        {scale && <li className="quiet">{scale}</li>}
      </ul>
      <div
        className={chartType === "pie" ? "chart" : "chart wide"}
        role="img"
        aria-label={described(block)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is React's own markup, in which texts are escaped
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      {xLabel && <p className="quiet axis">{xLabel}</p>}
    </>
  );
}

function legend({ chartType, data, unit }: DrawnChart): string[] {
  if (chartType !== "pie") return data.series.map(({ name }) => name).filter((name) => name !== "Value");
  return slices(data).map(
    ({ label, value, share }) => `${label}: ${amount(value, unit)}, ${percent.format(share)}`,
  );
}
