"use client";

import dynamic from "next/dynamic";
import { useMemo } from "react";
import { Coming } from "@/components/blocks/coming";
import { duration } from "@/components/kit/duration";
import { countWords } from "@/components/kit/words";
import { Card } from "@/components/settings/settings-page";
import { cn } from "@/components/ui/cn";
import { patiently } from "@/components/ui/patiently";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import type { ErrorCategory, ExecutionStats } from "@/lib/shared/executions";
import { CATEGORY_WORDS, gistOf, share, summaryOf } from "./code-words";

export const SPANS = [7, 30] as const;

type CodeOverviewProps = {
  stats: ExecutionStats;
  days: number;
  onDays: (days: number) => void;
  chosen: ErrorCategory | undefined;
  onCategory: (category: ErrorCategory | undefined) => void;
};

/** How the agent's code did: figures, days, and what fails most. */
export function CodeOverview({ stats, days, onDays, chosen, onCategory }: CodeOverviewProps) {
  const { total, failed, avgDurationMs, errors } = stats;
  return (
    <>
      <Card
        title={`The last ${days} days`}
        about={
          total === 0
            ? "No code was run."
            : `${countWords(total, "run")}, of which ${share(failed, total)} failed; ${duration(avgDurationMs)} on average.`
        }
        action={
          <ToggleGroup
            type="single"
            aria-label="Time"
            value={String(days)}
            onValueChange={(value) => value && onDays(Number(value))}
          >
            {SPANS.map((span) => (
              <ToggleGroupItem key={span} value={String(span)}>
                {span} days
              </ToggleGroupItem>
            ))}
          </ToggleGroup>
        }
      >
        {total > 0 && <RunsChart days={stats.days} />}
      </Card>
      {errors.length > 0 && (
        <Card title="What fails most" about={summaryOf(stats)}>
          <ul className="flex flex-col gap-1">
            {errors.map(({ category, count, examples }) => (
              <li key={category}>
                <button
                  type="button"
                  aria-pressed={chosen === category}
                  onClick={() => onCategory(chosen === category ? undefined : category)}
                  className={cn(
                    "grid w-full grid-cols-[8rem_4rem_minmax(0,1fr)] items-center gap-x-3 rounded-in px-2 py-1 text-left -outline-offset-2 transition-colors hover:bg-fill-hover max-md:grid-cols-[minmax(0,1fr)_auto] max-md:py-2",
                    chosen === category && "bg-fill-press hover:bg-fill-press",
                  )}
                >
                  <span className="font-medium">{CATEGORY_WORDS[category]}</span>
                  <span className="text-right text-meta text-ink-2 tabular-nums">
                    {count} · {share(count, failed)}
                  </span>
                  <span className="truncate font-mono text-meta text-ink-3 max-md:col-span-2">
                    {examples[0] ? gistOf(examples[0].error) : ""}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

// Charts are heavy and the figures say the same: the page does not wait for them.
const ChartFigure = dynamic(
  patiently(() => import("@/components/blocks/chart-figure").then((module) => module.ChartFigure)),
  { loading: () => <Coming type="chart" />, ssr: false },
);

/** A bar a day. */
function RunsChart({ days }: { days: ExecutionStats["days"] }) {
  const block = useMemo(
    () => ({
      ...{ type: "chart" as const, chartType: "bar" as const, stacked: true, unit: "runs a day" },
      data: {
        labels: days.map(({ day }) => dayLabel(day)),
        series: [
          { name: "Went well", values: days.map(({ total, failed }) => total - failed) },
          { name: "Failed", values: days.map(({ failed }) => failed) },
        ],
      },
    }),
    [days],
  );
  return (
    <div className="min-h-70">
      <ChartFigure block={block} name="runs of code" />
    </div>
  );
}

/** "24 Nov" */
const dayLabel = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
