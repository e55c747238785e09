"use client";

import dynamic from "next/dynamic";
import { useMemo } from "react";
import { Coming } from "@/components/draw/blocks/coming";
import { cn } from "@/components/ui/cn";
import { duration } from "@/components/ui/kit/duration";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { retryLoad } from "@/components/ui/retry-load";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import type { ErrorCategory, ExecutionStats, HintView } from "@/lib/shared/executions";
import { t } from "@/lib/shared/i18n/en/audit";
import { t as common } from "@/lib/shared/i18n/en/common";
import { formatTag } from "@/lib/shared/i18n/locale";
import { CATEGORY_LABELS, describeHint, gistOf, share } from "./code-labels";

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
        title={t("lastDays", { days })}
        about={
          total === 0
            ? t("noRuns")
            : t("runsSummary", { total, failed: share(failed, total), duration: duration(avgDurationMs) })
        }
        action={
          <ToggleGroup
            type="single"
            aria-label={common("time")}
            value={String(days)}
            onValueChange={(value) => value && onDays(Number(value))}
          >
            {SPANS.map((span) => (
              <ToggleGroupItem key={span} value={String(span)}>
                {t("days", { days: span })}
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
        <TitledCard title={t("mostFrequentErrors")}>
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
                    {t("countAndShare", { count, share: share(count, failed) })}
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
      <Answer
        question={common("failed")}
        answer={share(failed, total)}
        more={t("countOf", { count: failed, total })}
      />
      <Answer
        question={t("mostFrequentError")}
        answer={mostFrequent ? CATEGORY_LABELS[mostFrequent.category] : common("nothing")}
        more={mostFrequent ? describeShare(share(mostFrequent.count, failed), why) : ""}
      />
      <Answer question={t("hint")} answer={help.says} more={help.figures} />
    </dl>
  );
}

const describeShare = (share: string, why: string): string =>
  why ? t("ofFailuresWhy", { share, why }) : t("ofFailures", { share });

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
      ...{ type: "chart" as const, chartType: "bar" as const, stacked: true, unit: t("runsADay") },
      data: {
        labels: days.map(({ day }) => dayLabel(day)),
        series: [
          { name: t("succeeded"), values: days.map(({ total, failed }) => total - failed) },
          { name: common("failed"), values: days.map(({ failed }) => failed) },
        ],
      },
    }),
    [days],
  );
  return (
    <div className="min-h-82">
      <ChartFigure block={block} name={common("runs")} />
    </div>
  );
}

const dayLabel = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(formatTag(), {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
