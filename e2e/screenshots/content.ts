import type { Part, Turn } from "../provider/turn.ts";

export const titles = [
  "Compare three mixers for the kitchen",
  "Draft a letter to the landlord about the damp wall in the back room",
  "Why do my baguettes split at the side?",
  "Shopping list for Saturday's market",
  "Holidays and school terms next year",
  "Explain the new VAT rules to me",
  "Names for a rye loaf",
];

export const prose: Part = {
  reasoning: "They bake. Start with what they can see in the bowl, then the reason, then a table of times.",
  text: `Sourdough rises because **wild yeast** eats sugar and breathes out gas, and the dough holds it.

## What happens when

| stage | at 24 °C | what you see |
| --- | ---: | --- |
| bulk rise | 5 h | half as big again, bubbles at the rim |
| shaping | 20 min | a tight skin |
| cold proof | 14 h | slow, sour, easy to score |

The gas follows $pV = nRT$, so a warm kitchen shortens every step:

$$ t_2 = t_1 \\cdot 2^{-(T_2 - T_1)/8} $$

\`\`\`ts
/** Hours of bulk rise at another temperature. */
export const bulk = (hours: number, from: number, to: number): number =>
  hours * 2 ** (-(to - from) / 8);
\`\`\`

- Feed the starter *the evening before*.
- Fold four times in the first two hours.
- [x] Scale and bowl
- [ ] A lid that fits`,
};

export const weekend: Turn = [
  { text: "Five short questions, so that the plan fits you." },
  {
    tool: "render_blocks",
    input: {
      title: "Your weekend in Porto",
      blocks: [
        {
          type: "form",
          submitLabel: "Find rooms",
          fields: [
            { name: "who", label: "Who is coming?", type: "text", required: true, placeholder: "Ana and I" },
            { name: "nights", label: "Nights", type: "number", required: true, default: 2 },
            { name: "arrive", label: "Arrival", type: "date", required: true },
            {
              name: "area",
              label: "Where",
              type: "select",
              options: ["Ribeira", "Cedofeita", "Foz do Douro"],
              default: "Ribeira",
            },
            { name: "quiet", label: "A quiet room", type: "checkbox", default: true },
            { name: "wish", label: "Anything else?", type: "textarea" },
          ],
        },
      ],
    },
  },
];

export const weekendAnswer = {
  who: "Ana and I",
  nights: 2,
  arrive: "2026-12-05",
  area: "Ribeira",
  quiet: true,
  wish: "No stairs, please.",
};

export const plan: Turn = {
  text: "Two nights in Ribeira from 5 December, quiet and without stairs. I would take the **Casa do Rio**: 94 € a night, lift, breakfast at nine.",
};

const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const sales = (base: number, swing: number) => days.map((_, i) => Math.round(base + swing * (i % 5) * 1.7));

export const charts: Turn[] = [
  [
    { text: "Friday carries the week, and rye outsells rolls every day." },
    {
      tools: [
        {
          tool: "render_blocks",
          input: {
            title: "Sales by weekday",
            blocks: [
              {
                type: "table",
                columns: ["Day", "Rye", "Rolls", "Cake"],
                rows: days.map((day, i) => [day, sales(120, 9)[i], sales(90, 6)[i], sales(30, 4)[i]]),
              },
            ],
          },
        },
        {
          tool: "render_blocks",
          input: {
            title: "What sold, and when",
            blocks: [
              {
                type: "chart",
                chartType: "bar",
                unit: "pieces",
                data: {
                  labels: days,
                  series: [
                    { name: "Rye", values: sales(120, 9) },
                    { name: "Rolls", values: sales(90, 6) },
                    { name: "Cake", values: sales(30, 4) },
                  ],
                },
              },
            ],
          },
        },
      ],
    },
  ],
];

const goods = ["Rye loaf", "Country loaf", "Roll", "Baguette", "Cheesecake", "Apple tart", "Pretzel"];
export const bigTable: Turn = {
  tool: "render_blocks",
  input: {
    title: "All orders",
    blocks: [
      {
        type: "table",
        columns: ["Order", "Item", "Pieces", "Price", "Paid"],
        rows: Array.from({ length: 10_000 }, (_, i) => [
          `2026-${String(i + 1).padStart(5, "0")}`,
          goods[(i * 3) % goods.length],
          1 + ((i * 13) % 40),
          Math.round((2.4 + ((i * 29) % 90)) * 100) / 100,
          i % 9 === 0 ? "open" : "paid",
        ]),
      },
    ],
  },
};

export const everyBlock: Turn = {
  tool: "render_blocks",
  input: {
    title: "Every block",
    blocks: [
      { type: "markdown", content: "A note with **weight**, a [link](https://example.com) and `code`." },
      {
        type: "alert",
        variant: "warning",
        content: "Four days of rye flour are left; the mill needs three.",
      },
      {
        type: "code",
        language: "sql",
        code: "select item, sum(pieces) from orders\ngroup by item order by 2 desc;",
      },
      { type: "json", data: { oven: { degrees: 230, steam: true }, shifts: ["early", "late"], staff: 7 } },
      {
        type: "chart",
        chartType: "pie",
        data: {
          labels: goods.slice(0, 5),
          series: [{ name: "Pieces", values: [120, 103, 86, 69, 52] }],
        },
      },
    ],
  },
};

export const question: Turn = [
  { text: "Two places have a table for four tonight." },
  {
    tool: "ask_user",
    input: { question: "Which one shall I book?", options: ["Taberna, 19:30", "O Forno, 20:15"] },
  },
];

export const tools: Turn[] = [
  {
    tools: [
      { tool: "list_state_keys", input: {} },
      { tool: "get_state", input: { key: "oven" } },
      { tool: "nothing_like_it", input: { a: 1 } },
    ],
  },
  { text: "You bake at 230 °C with steam. I found nothing else." },
];

export const sortIdeas: Turn = [
  { text: "Put what pays first on top, and send me the order." },
  {
    tool: "render_and_wait",
    input: { component: "ideaBoard", title: "Ideas for the winter", props: ideas() },
  },
];

function ideas() {
  const names = ["Stollen by post", "A bench in front of the shop", "Sourdough class on Mondays"];
  return { title: "What comes first?", ideas: names.map((name, at) => ({ name, effort: 5 - at })) };
}

/** The server returns the error to the agent twice before it shows the component. */
export const brokenOven: Turn[] = Array<Turn>(3).fill({
  tool: "render_and_wait",
  input: {
    title: "The oven",
    code: `export default function Oven({ degrees }) {
  const steam = degrees.steam.percent;
  return <p>{steam} %</p>;
}`,
  },
});
