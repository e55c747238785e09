"use client";

import dynamic from "next/dynamic";
import { useMemo } from "react";
import { Coming } from "@/components/draw/blocks/coming";
import { cn } from "@/components/ui/cn";
import { duration } from "@/components/ui/kit/duration";
import { formatCount } from "@/components/ui/kit/format";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { retryLoad } from "@/components/ui/retry-load";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import type { ErrorCategory, ExecutionStats, HintView } from "@/lib/shared/executions";
import { CATEGORY_LABELS, describeHint, gistOf, share, summaryOf } from "./code-labels";

export const SPANS = [7, 30] as const;

type CodeOverviewProps = {
  stats: ExecutionStats;
  hint: HintView;
  days: number;
  onDays: (days: number) => void;
  chosen: ErrorCategory | undefined;
  onCategory: (category: ErrorCategory | undefined) => void;
};

export function CodeOverview({ stats, hint, days, onDays, chosen, onCategory }: CodeOverviewProps) {
  const { total, failed, avgDurationMs, errors } = stats;
  return (
    <>
      <TitledCard
        title={`The last ${days} days`}
        about={
          total === 0
            ? "No code was run."
            : `${formatCount(total, "run")}, of which ${share(failed, total)} failed; ${duration(avgDurationMs)} on average.`
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
        {total > 0 && (
          <div className="flex flex-col gap-5">
            <Glance stats={stats} hint={hint} />
            <RunsChart days={stats.days} />
          </div>
        )}
      </TitledCard>
      {errors.length > 0 && (
        <TitledCard title="Most frequent errors" about={summaryOf(stats)}>
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
                  <span className="font-medium">{CATEGORY_LABELS[category]}</span>
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
        </TitledCard>
      )}
    </>
  );
}

function Glance({ stats: { total, failed, errors }, hint }: { stats: ExecutionStats; hint: HintView }) {
  const [mostFrequent] = errors;
  const help = describeHint(hint);
  const why = mostFrequent?.examples[0] ? gistOf(mostFrequent.examples[0].error) : "";
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_minmax(0,2fr)] gap-x-6 gap-y-3 max-md:grid-cols-1">
      <Answer question="Failed" answer={share(failed, total)} more={`${failed} of ${total}`} />
      <Answer
        question="Most frequent error"
        answer={mostFrequent ? CATEGORY_LABELS[mostFrequent.category] : "Nothing"}
        more={mostFrequent ? `${share(mostFrequent.count, failed)} of failures${why && `: ${why}`}` : ""}
      />
      <Answer question="Hint for the agent" answer={help.says} more={help.figures} />
    </dl>
  );
}

const Answer = ({ question, answer, more }: { question: string; answer: string; more: string }) => (
  <div className="flex min-w-0 flex-col">
    <dt className="text-meta text-ink-3">{question}</dt>
    <dd className="flex min-w-0 flex-col">
      <span className="text-prose font-medium tabular-nums">{answer}</span>
      {more !== "" && (
        <span className="line-clamp-2 text-meta text-ink-2 tabular-nums wrap-anywhere">{more}</span>
      )}
    </dd>
  </div>
);

// Loaded on demand: charts are large, and the page works without them.
const ChartFigure = dynamic(
  retryLoad(() => import("@/components/draw/blocks/chart/chart-figure").then((module) => module.ChartFigure)),
  { loading: () => <Coming type="chart" />, ssr: false },
);

function RunsChart({ days }: { days: ExecutionStats["days"] }) {
  const block = useMemo(
    () => ({
      ...{ type: "chart" as const, chartType: "bar" as const, stacked: true, unit: "runs a day" },
      data: {
        labels: days.map(({ day }) => dayLabel(day)),
        series: [
          { name: "Succeeded", values: days.map(({ total, failed }) => total - failed) },
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

const dayLabel = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
