import { call } from "../call.ts";

const board = `import { GripVertical } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";

export default function IdeaBoard({ title = "Ideas for the winter", ideas = [] }) {
  const [order, setOrder] = useState(ideas);
  const up = (at) => setOrder((now) => now.with(at - 1, now[at]).with(at, now[at - 1]));
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-medium">{title}</h2>
      <ol className="flex flex-col gap-2">
        {order.map(({ name, effort }, at) => (
          <li key={name} className="flex items-center gap-2 rounded-md border px-3 py-2">
            <GripVertical className="size-4 text-muted-foreground" />
            <span className="flex-1">{name}</span>
            <Badge variant={effort > 3 ? "default" : "secondary"}>effort {effort}</Badge>
            <Button variant="ghost" size="sm" disabled={at === 0} onClick={() => up(at)}>Up</Button>
          </li>
        ))}
      </ol>
      <Button className="self-start" onClick={() => callTool("sorted", { order })}>Send the order</Button>
    </section>
  );
}
`;

const boardSchema = {
  type: "object",
  properties: {
    title: { type: "string", description: "What stands above the ideas", default: "Ideas for the winter" },
    most: { type: "integer", minimum: 1, maximum: 9, default: 5 },
    isCompact: { type: "boolean", description: "Smaller rows", default: false },
    ideas: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" }, effort: { type: "integer" } } },
      default: [
        { name: "Stollen by post", effort: 4 },
        { name: "A bench in front of the shop", effort: 2 },
        { name: "Sourdough class on Mondays", effort: 5 },
      ],
    },
  },
  required: ["title", "ideas"],
};

const timer = `export default function OvenTimer({ minutes = 42 }) {
  const [left, setLeft] = useState(minutes * 60);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-3xl font-semibold tabular-nums">{Math.floor(left / 60)}:{String(left % 60).padStart(2, "0")}</p>
      <Progress value={60} />
      <div className="flex gap-2"><Button>Start</Button><Button variant="outline" onClick={() => setLeft(minutes * 60)}>Reset</Button></div>
    </div>
  );
}
`;

const chart = `import { Bar, BarChart, CartesianGrid, XAxis } from "recharts";

const sold = [{ day: "Mon", rye: 120 }, { day: "Tue", rye: 136 }, { day: "Wed", rye: 151 }, { day: "Thu", rye: 98 }, { day: "Fri", rye: 173 }];

export default function SoldByDay() {
  return (
    <ChartContainer config={{ rye: { label: "Rye", color: "var(--chart-1)" } }} className="h-60 w-full">
      <BarChart data={sold}><CartesianGrid vertical={false} /><XAxis dataKey="day" /><Bar dataKey="rye" fill="var(--color-rye)" radius={3} /></BarChart>
    </ChartContainer>
  );
}
`;

const picky = `export default function Picky({ order }) {
  return <p>{order.customer.name.toUpperCase()}</p>;
}
`;

export const BOARD = "ideaBoard";
export const DELETED = "oldPriceList";
export const PICKY = "orderHeader";
export const boardCode = board;

const made = [
  {
    name: BOARD,
    description: "Ideas in an order that the person changes.",
    code: board,
    props_schema: boardSchema,
  },
  { name: "ovenTimer", description: "Counts down while something is in the oven.", code: timer },
  { name: "soldByDay", description: "What sold on each day of the week, as bars.", code: chart },
  {
    name: PICKY,
    description: "The head of an order.",
    code: picky,
    props_schema: { type: "object", properties: { order: { type: "object" } } },
    accept: true,
  },
  {
    name: "aComparisonOfEverySupplierOfFlourButterAndSugarByPriceAndTaste_1",
    description:
      "Compares suppliers by what they ask and what one gets for it, with a row for each of them, a column for each of the goods, and a mark for whoever delivers on Sundays.",
    code: timer,
  },
  { name: DELETED, description: "Prices of last year.", code: timer },
];

export async function fillLibrary(url: string): Promise<void> {
  for (const component of made) await call(url, "POST", "/api/components", component);
  const versions = [
    { code: board.replace("Send the order", "Send"), description: "Ideas, sorted." },
    { code: board.replace("gap-3", "gap-4").replace("effort {effort}", "{effort}") },
    { code: board },
  ];
  for (const change of versions) await call(url, "PATCH", `/api/components/${BOARD}`, change);
  await call(url, "DELETE", `/api/components/${DELETED}`);
}
