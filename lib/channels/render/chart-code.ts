/**
 * The source of a component that draws a chart block with its numbers, for a picture of it. It is drawn by the same runtime
 * as the agent's components, so that it looks as charts do.
 */
export const CHART_CODE = `
const COLOURS = [1, 2, 3, 4, 5, 6].map((n) => "var(--chart-" + n + ")");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

export default function Chart({ block }) {
  const { chartType, data, title, xLabel, yLabel, unit, stacked } = block;
  const rows = data.labels.map((label, at) => Object.assign({ label }, ...data.series.map(({ values }, n) => ({ ["s" + n]: values[at] }))));
  const scale = [yLabel, unit].filter(Boolean).join(", ");
  const still = { isAnimationActive: false };
  const axes = [
    <CartesianGrid key="grid" strokeDasharray="3 3" vertical={false} stroke="var(--line, #ddd)" />,
    <XAxis key="x" dataKey="label" tick={{ fontSize: 12 }} label={xLabel ? { value: xLabel, position: "insideBottom", offset: -2 } : undefined} />,
    <YAxis key="y" width={56} tick={{ fontSize: 12 }} tickFormatter={(value) => short.format(value)} />,
    data.series.length > 1 ? <Legend key="legend" /> : null,
  ];
  const size = { width: 600, height: 340, data: rows, margin: { top: 12, right: 16, bottom: 8, left: 0 } };
  let drawing;
  if (chartType === "pie") {
    const parts = data.labels.map((name, at) => ({ name, value: data.series[0]?.values[at] ?? 0 })).filter(({ value }) => value > 0);
    drawing = (
      <PieChart width={600} height={340}>
        <Pie data={parts} dataKey="value" nameKey="name" outerRadius={120} {...still}
          label={({ name, value }) => name + ": " + short.format(value)}>
          {parts.map((part, at) => <Cell key={part.name + at} fill={COLOURS[at % COLOURS.length]} />)}
        </Pie>
      </PieChart>
    );
  } else if (chartType === "bar") {
    drawing = <BarChart {...size}>{axes}{data.series.map(({ name }, n) => <Bar key={n} dataKey={"s" + n} name={name} fill={COLOURS[n % COLOURS.length]} stackId={stacked ? "all" : undefined} {...still} />)}</BarChart>;
  } else if (chartType === "area") {
    drawing = <AreaChart {...size}>{axes}{data.series.map(({ name }, n) => <Area key={n} dataKey={"s" + n} name={name} stroke={COLOURS[n % COLOURS.length]} fill={COLOURS[n % COLOURS.length]} fillOpacity={0.25} stackId={stacked ? "all" : undefined} {...still} />)}</AreaChart>;
  } else {
    drawing = <LineChart {...size}>{axes}{data.series.map(({ name }, n) => <Line key={n} dataKey={"s" + n} name={name} stroke={COLOURS[n % COLOURS.length]} strokeWidth={2} dot={rows.length < 30} {...still} />)}</LineChart>;
  }
  return (
    <div style={{ background: "var(--sheet, #fff)", padding: 20, display: "flow-root" }}>
      {title ? <div style={{ fontWeight: 600, fontSize: 16, marginBottom: 4 }}>{title}</div> : null}
      {scale ? <div style={{ fontSize: 12, opacity: 0.7, marginBottom: 6 }}>{scale}</div> : null}
      {drawing}
    </div>
  );
}
`;
