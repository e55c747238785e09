import { canvasClosing, paint, type Scene } from "../scene";
import type { Requested } from "../turn";
import { products, sales as rows, type Sale, salesDates } from "./sales-data";

export const salesScene: Scene = {
  title: "Look at a month of sales",
  about:
    /\b(sales|sell\w*|sold|bakery|charts?|tables?|revenue|numbers?|csv|month|week|umsätze|diagramm|tabelle)\b/,

  play: (transcript) =>
    canvasClosing(transcript)
      ? { text: summary() }
      : {
          text: "Four weeks of a bakery. Sort by **Left**, filter for a product, export the rows as CSV, look at the chart as a table. **Done** when you have seen enough.",
          calls: [show()],
        },
};

const SHOWN = ["Seeded roll", "Croissant", "White loaf"];

function show(): Requested {
  return paint({
    title: "Four weeks at the bakery",
    blocks: [
      {
        type: "chart",
        chartType: "line",
        title: "The three best sellers",
        unit: "pieces a day",
        data: {
          labels: salesDates.map(short),
          series: SHOWN.map((name) => ({
            name,
            values: rows.filter(({ product }) => product === name).map(({ sold }) => sold),
          })),
        },
      },
      {
        type: "table",
        columns: [
          { key: "date", label: "Date" },
          { key: "day", label: "Day" },
          { key: "product", label: "Product" },
          { key: "baked", label: "Baked" },
          { key: "sold", label: "Sold" },
          { key: "left", label: "Left" },
          { key: "revenue", label: "Revenue in €" },
        ],
        data: [...rows],
      },
    ],
  });
}

/** Computes the text from the data, so that it matches the table and the chart. */
function summary(): string {
  const total = sum(rows, "revenue");
  const saturdays = sum(
    rows.filter(({ day }) => day === "Sat"),
    "revenue",
  );
  const worst = products
    .map((name) => rows.filter(({ product }) => product === name))
    .map((own) => ({ name: own[0]?.product ?? "", share: sum(own, "left") / sum(own, "baked") }))
    .reduce((a, b) => (b.share > a.share ? b : a));
  return `Together **€${Math.round(total).toLocaleString("en")}** in four weeks, ${percent(saturdays / total)} of it on Saturdays. Most is left over of the **${worst.name.toLowerCase()}**: ${percent(worst.share)} of what was baked.`;
}

const sum = (some: readonly Sale[], key: "revenue" | "left" | "baked") =>
  some.reduce((total, row) => total + row[key], 0);
const percent = (share: number) => `${Math.round(share * 100)}%`;
const short = (date: string) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
