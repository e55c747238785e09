/**
 * Source of a component that draws a chart block with its values, to be captured as an image. It uses the
 * runtime of the agent's components, so the chart looks the same as on the canvas.
 */
export const CHART_CODE = `
const COLOURS = [1, 2, 3, 4, 5, 6].map((n) => "var(--chart-" + n + ")");

/** Formats numbers with as many decimals as their step needs, and in full if the compact form would need too many. */
function writerOf(given) {
  const values = given.filter((value) => value != null);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const size = Math.max(Math.abs(least), Math.abs(most));
  const step = most > least ? (most - least) / 4 : Number.isInteger(most) ? 1 : Math.min(Math.abs(most), 1);
  const places = 1 - Math.floor(Math.log10(step));
  const unit = size >= 1000 ? Math.min(12, Math.floor(Math.log10(size) / 3) * 3) : 0;
  const isShort = unit > 0 && places + unit <= 3;
  const digits = isShort ? Math.max(2, places + unit) : places;
  const format = new Intl.NumberFormat("en", {
    notation: size > 0 && size < 1e-6 ? "scientific" : isShort ? "compact" : "standard",
    signDisplay: "negative", maximumFractionDigits: Math.max(0, Math.min(20, digits)),
  });
  return (value) => (value === 0 ? "0" : format.format(value));
}

const valuesOf = (series) => series.flatMap(({ values }) => values);
const still = { isAnimationActive: false };

function PieOf({ data }) {
  const parts = data.labels.map((name, at) => ({ name, value: data.series[0]?.values[at] ?? 0 })).filter(({ value }) => value > 0);
  const write = writerOf(parts.map(({ value }) => value));
  return (
    <PieChart width={600} height={340}>
      <Pie data={parts} dataKey="value" nameKey="name" outerRadius={120} {...still}
        label={({ name, value }) => name + ": " + write(value)}>
        {parts.map((part, at) => <Cell key={part.name + at} fill={COLOURS[at % COLOURS.length]} />)}
      </Pie>
    </PieChart>
  );
}

/** Draws a series. In a combined chart the first one has columns and the others have lines, unless "as" is set. */
function mark({ name, as, axis }, n, { chartType, stacked, hasRight, isShort }) {
  const kind = chartType === "combined" ? (as ?? (n === 0 ? "bar" : "line")) : chartType;
  const colour = COLOURS[n % COLOURS.length];
  const common = { dataKey: "s" + n, name, yAxisId: hasRight && axis === "right" ? "right" : "left", stackId: stacked ? "all" : undefined, ...still };
  if (kind === "bar") return <Bar key={n} {...common} fill={colour} />;
  if (kind === "area") return <Area key={n} {...common} stroke={colour} fill={colour} fillOpacity={0.25} />;
  return <Line key={n} {...common} stackId={undefined} stroke={colour} strokeWidth={2} dot={isShort} />;
}

function PlotOf({ chartType, data, xLabel, stacked, targets = [] }) {
  const rows = data.labels.map((label, at) => Object.assign({ label }, ...data.series.map(({ values }, n) => ({ ["s" + n]: values[at] }))));
  const isRight = ({ axis }) => chartType === "combined" && axis === "right";
  const hasRight = data.series.some(isRight) && !data.series.every(isRight);
  const reach = (series) => writerOf(chartType === "line" ? valuesOf(series) : [0, ...valuesOf(series)]);
  const axis = { width: 56, tick: { fontSize: 12 } };
  const how = { chartType, stacked, hasRight, isShort: rows.length < 30 };
  return (
    <ComposedChart width={600} height={340} data={rows} margin={{ top: 12, right: 16, bottom: 8, left: 0 }}>
      <CartesianGrid strokeDasharray="3 3" vertical={false} stroke="var(--line, #ddd)" />
      <XAxis dataKey="label" tick={{ fontSize: 12 }} label={xLabel ? { value: xLabel, position: "insideBottom", offset: -2 } : undefined} />
      <YAxis yAxisId="left" {...axis} tickFormatter={reach(hasRight ? data.series.filter((one) => !isRight(one)) : data.series)} />
      {hasRight ? <YAxis yAxisId="right" orientation="right" {...axis} tickFormatter={reach(data.series.filter(isRight))} /> : null}
      {data.series.length > 1 ? <Legend /> : null}
      {data.series.map((series, n) => mark(series, n, how))}
      {targets.map(({ value, label = "" }, n) => (
        <ReferenceLine key={n} yAxisId="left" y={value} ifOverflow="extendDomain" stroke="var(--ink-2, #555)" strokeDasharray="4 4"
          label={{ value: label, position: "insideTopRight", fontSize: 12 }} />
      ))}
    </ComposedChart>
  );
}

function ScatterOf({ data }) {
  const dots = data.series.map(({ values }) => data.labels.flatMap((x, at) => (values[at] == null ? [] : [{ x: Number(x), y: values[at] }])));
  const axis = { type: "number", domain: ["auto", "auto"], tick: { fontSize: 12 } };
  return (
    <ScatterChart width={600} height={340} margin={{ top: 12, right: 16, bottom: 8, left: 0 }}>
      <CartesianGrid stroke="var(--line, #ddd)" />
      <XAxis dataKey="x" {...axis} tickFormatter={writerOf(dots.flat().map(({ x }) => x))} />
      <YAxis dataKey="y" width={56} {...axis} tickFormatter={writerOf(dots.flat().map(({ y }) => y))} />
      {data.series.length > 1 ? <Legend /> : null}
      {dots.map((list, n) => <Scatter key={n} name={data.series[n].name} data={list.slice(0, 2000)} fill={COLOURS[n]} fillOpacity={0.7} {...still} />)}
    </ScatterChart>
  );
}

function HeatOf({ data }) {
  const all = data.series.flatMap(({ values }) => values.filter((value) => value != null));
  const write = writerOf(all);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const share = (value) => (value == null ? 0 : most === least ? 1 : (value - least) / (most - least));
  const isFew = data.labels.length <= 12;
  const oneLine = { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" };
  const shade = (value) => ({
    height: 22, textAlign: "center", color: share(value) > 0.5 ? "var(--sheet, #fff)" : "inherit",
    background: "color-mix(in oklab, var(--chart-1) " + Math.round(8 + share(value) * 92) + "%, var(--sheet, #fff))",
  });
  return (
    <table style={{ width: 600, tableLayout: "fixed", borderSpacing: 2, borderCollapse: "separate", fontSize: 11 }}>
      <tbody>
        {data.series.map(({ name, values }, row) => (
          <tr key={row}>
            <th style={{ width: 90, textAlign: "right", fontWeight: 400, ...oneLine }}>{name}</th>
            {values.map((value, at) => <td key={at} style={shade(value)}>{isFew && value != null ? write(value) : ""}</td>)}
          </tr>
        ))}
        {isFew ? <tr><td />{data.labels.map((label, at) => <td key={at} style={oneLine}>{label}</td>)}</tr> : null}
      </tbody>
    </table>
  );
}

export default function Chart({ block }) {
  const { chartType, data, title, yLabel, unit } = block;
  const Of = { pie: PieOf, scatter: ScatterOf, heatmap: HeatOf }[chartType];
  const scale = [yLabel, unit].filter(Boolean).join(", ");
  return (
    <div style={{ background: "var(--sheet, #fff)", padding: 20, display: "flow-root" }}>
      {title ? <div style={{ fontWeight: 600, fontSize: 16, marginBottom: 4 }}>{title}</div> : null}
      {scale ? <div style={{ fontSize: 12, opacity: 0.7, marginBottom: 6 }}>{scale}</div> : null}
      {Of ? <Of data={data} /> : <PlotOf {...block} />}
    </div>
  );
}
`;
