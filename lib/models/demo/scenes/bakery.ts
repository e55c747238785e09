import { closing, opening, paint, type Scene } from "../scene";
import type { Transcript } from "../transcript";
import type { Requested, Turn } from "../turn";

const PRICES = { bread: 3.4, pastry: 2.2, coffee: 2.6 };
const WEEK = [
  { day: "Mon", bread: 82, pastry: 64, coffee: 71 },
  { day: "Tue", bread: 88, pastry: 71, coffee: 78 },
  { day: "Wed", bread: 91, pastry: 69, coffee: 80 },
  { day: "Thu", bread: 86, pastry: 83, coffee: 84 },
  { day: "Fri", bread: 118, pastry: 97, coffee: 102 },
  { day: "Sat", bread: 164, pastry: 151, coffee: 139 },
  { day: "Sun", bread: 73, pastry: 142, coffee: 118 },
].map((row) => ({
  ...row,
  revenue: Math.round(row.bread * PRICES.bread + row.pastry * PRICES.pastry + row.coffee * PRICES.coffee),
}));
type Product = keyof typeof PRICES;

/** A chart, a table and words at once, then a summary. */
export const bakery: Scene = {
  matches: (text) => /\bbakery\b|\bsales\b/i.test(text),

  play(transcript: Transcript): Turn {
    if (closing(transcript)) return { text: summary() };
    return {
      text: opening(
        transcript,
        "Here is a week of an invented bakery. Press **Done** when you have seen it.",
      ),
      calls: [show()],
    };
  },
};

function show(): Requested {
  const sold = (product: Product) => WEEK.map((row) => row[product]);
  return paint({
    title: "A week at the bakery",
    blocks: [
      {
        type: "markdown",
        content: "Pieces sold from Monday to Sunday. Click a heading of the table to sort it.",
      },
      {
        type: "chart",
        chartType: "line",
        unit: "pieces",
        data: {
          labels: WEEK.map(({ day }) => day),
          series: [
            { name: "Bread", values: sold("bread") },
            { name: "Pastry", values: sold("pastry") },
            { name: "Coffee", values: sold("coffee") },
          ],
        },
      },
      {
        type: "table",
        columns: [
          { key: "day", label: "Day" },
          { key: "bread", label: "Bread" },
          { key: "pastry", label: "Pastry" },
          { key: "coffee", label: "Coffee" },
          { key: "revenue", label: "Revenue in €" },
        ],
        data: WEEK,
      },
    ],
  });
}

function summary(): string {
  const total = WEEK.reduce((sum, { revenue }) => sum + revenue, 0);
  const best = WEEK.reduce((a, b) => (b.revenue > a.revenue ? b : a));
  const share = Math.round((100 * best.revenue) / total);
  const sweet = WEEK.filter(({ pastry, bread }) => pastry > bread).map(({ day }) => day);
  return `The week brought **€${total}**. ${best.day} alone made ${share}% of it, and only on ${sweet.join(" and ")} did pastry outsell bread. The sheet stays in this conversation; open it again whenever you like.`;
}
