import { Pie, PieChart, Tooltip } from "recharts";
import { cn } from "@/components/ui/cn";
import type { ChartData } from "@/lib/shared/blocks/chart-data";
import { amount, COLOURS, slices } from "./chart-numbers";
import { ChartTooltip } from "./chart-tooltip";
import { Swatch } from "./swatch";

const SIZE = 200;
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

type ChartPieProps = { data: ChartData; unit?: string; width: number; label: string; description?: string };

/** A pie beside its legend, which also says every value and share: nothing depends on telling the colours apart. */
export function ChartPie({ data, unit, width, label, description }: ChartPieProps) {
  const parts = slices(data).map((part, index) => ({ ...part, fill: COLOURS[index] }));
  const narrow = width < 400;
  return (
    <div className={cn("flex items-center gap-8 py-2", narrow && "flex-col gap-4")}>
      <PieChart width={SIZE} height={SIZE} title={label} desc={description}>
        <Pie
          data={parts}
          dataKey="value"
          nameKey="label"
          outerRadius="98%"
          startAngle={90}
          endAngle={-270}
          stroke="var(--sheet)"
          strokeWidth={1}
          isAnimationActive={false}
        />
        <Tooltip isAnimationActive={false} content={(props) => <ChartTooltip {...props} unit={unit} />} />
      </PieChart>
      <ul className={cn("flex min-w-0 flex-1 flex-col text-ui", narrow && "w-full")}>
        {parts.map(({ label, value, share, fill }) => (
          <li key={label} className="flex min-h-8 items-center gap-3 border-line border-b last:border-0">
            <Swatch colour={fill} />
            <span className="min-w-0 flex-1 truncate" title={label}>
              {label}
            </span>
            <span className="text-ink-3 tabular-nums">{amount(value, unit)}</span>
            <span className="w-12 text-right tabular-nums">{percent.format(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
