import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  Line,
  LineChart,
  Pie,
  PieChart,
  XAxis,
  YAxis,
} from "recharts";
import {
  ChartContainer,
  ChartLegend,
  ChartLegendContent,
  ChartTooltip,
  ChartTooltipContent,
} from "@/components/ui/chart";
import type { Block } from "@/lib/shared/blocks";
import type { QueryState } from "../queries";

type Series = { name: string; values: readonly (number | null)[] };
type Data = { labels: readonly string[]; series: readonly Series[] };
type ChartViewProps = { block: Omit<Block<"chart">, "data"> & { data?: unknown }; query?: QueryState };

const MAX_COLOURS = 6;
const colourOf = (at: number): string => `var(--chart-${(at % MAX_COLOURS) + 1})`;

/** A chart of a published sheet. Kinds other than area, line and pie are drawn as bars. */
export function ChartView({ block, query }: ChartViewProps) {
  const { labels, series } = query ? dataOf(query) : (block.data as Data);
  const rows = labels.map((label, at) => ({
    label,
    ...Object.fromEntries(series.map(({ name, values }) => [name, values[at] ?? null])),
  }));
  const config = Object.fromEntries(
    series.map(({ name }, at) => [name, { label: name, color: colourOf(at) }]),
  );
  return (
    <figure className="flex flex-col gap-2">
      {block.title !== undefined && <figcaption className="font-medium">{block.title}</figcaption>}
      {query?.error !== undefined && <p role="alert">{query.error}</p>}
      <ChartContainer config={config} className="h-70 w-full">
        {plotOf(block, rows, series)}
      </ChartContainer>
    </figure>
  );
}

type Row = Record<string, string | number | null>;

function plotOf({ chartType, stacked }: ChartViewProps["block"], rows: Row[], series: readonly Series[]) {
  const stack = stacked ? { stackId: "all" } : {};
  const axes = (
    <>
      <CartesianGrid vertical={false} />
      <XAxis dataKey="label" tickLine={false} axisLine={false} />
      <YAxis width="auto" tickLine={false} axisLine={false} />
      <ChartTooltip content={<ChartTooltipContent />} />
      {series.length > 1 && <ChartLegend content={<ChartLegendContent />} />}
    </>
  );
  const all = series.map(({ name }, at) => ({ key: name, dataKey: name, colour: colourOf(at) }));
  if (chartType === "pie")
    return (
      <PieChart>
        <ChartTooltip content={<ChartTooltipContent nameKey="label" />} />
        <Pie data={rows} dataKey={series[0]?.name ?? ""} nameKey="label" isAnimationActive={false}>
          {rows.map(({ label }, at) => (
            <Cell key={label} fill={colourOf(at)} />
          ))}
        </Pie>
      </PieChart>
    );
  if (chartType === "line")
    return (
      <LineChart data={rows}>
        {axes}
        {all.map(({ key, dataKey, colour }) => (
          <Line
            key={key}
            dataKey={dataKey}
            stroke={colour}
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    );
  if (chartType === "area")
    return (
      <AreaChart data={rows}>
        {axes}
        {all.map(({ key, dataKey, colour }) => (
          <Area
            key={key}
            dataKey={dataKey}
            stroke={colour}
            fill={colour}
            fillOpacity={0.2}
            isAnimationActive={false}
            {...stack}
          />
        ))}
      </AreaChart>
    );
  return (
    <BarChart data={rows}>
      {axes}
      {all.map(({ key, dataKey, colour }) => (
        <Bar key={key} dataKey={dataKey} fill={colour} radius={3} isAnimationActive={false} {...stack} />
      ))}
    </BarChart>
  );
}

/** The first column has the labels, the others are series. */
function dataOf({ columns: [label = "", ...names], rows }: QueryState): Data {
  return {
    labels: rows.map((row) => String(row[label] ?? "")),
    series: names.map((name) => ({
      name,
      values: rows.map((row) => (typeof row[name] === "number" ? row[name] : null)),
    })),
  };
}
