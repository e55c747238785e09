"use client";

import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { Coming } from "@/components/draw/blocks/coming";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/kit/agent-base";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { retryLoad } from "@/components/ui/retry-load";
import { chosenSegment, segment, segments, ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settings";
import {
  callSummary,
  daysOf,
  dollars,
  type Measure,
  roughly,
  SPANS,
  type Span,
  type Totals,
  totalsOf,
  type UsageRow,
} from "./usage-figures";
import { UsageTable } from "./usage-table";

/** `today` is the date on the server, because the days of the rows are also those of the server. */
type UsageProps = {
  rows: UsageRow[];
  days: Span;
  today: string;
  isEarlier: boolean;
};

export function Usage({ rows, days, today, isEarlier }: UsageProps) {
  const totals = totalsOf(rows);
  const [wanted, setWanted] = useState<Measure>();
  const measure = wanted ?? (totals.cost === null ? "tokens" : "cost");
  if (rows.length === 0) return <Nothing days={days} isEarlier={isEarlier} />;
  const spentToday = totalsOf(rows.filter(({ day }) => day === today));
  return (
    <>
      <TitledCard title={t("lastDays", { days })} about={summary(totals)}>
        <p className="mb-4 text-title font-strong tabular-nums">
          {t("todayAmount", { amount: amountOf(spentToday) })}
        </p>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          {totals.cost !== null && (
            <ToggleGroup
              type="single"
              aria-label={t("chartUnit")}
              value={measure}
              onValueChange={(value) => (value === "cost" || value === "tokens") && setWanted(value)}
            >
              <ToggleGroupItem value="cost">{t("cost")}</ToggleGroupItem>
              <ToggleGroupItem value="tokens">{t("tokens")}</ToggleGroupItem>
            </ToggleGroup>
          )}
          <Spans days={days} />
        </div>
        <UsageChart rows={rows} measure={measure} today={today} days={days} />
        {totals.unpriced.length > 0 && (
          <p className="mt-3 text-meta text-ink-3">{t("unpriced", { models: totals.unpriced.join(", ") })}</p>
        )}
      </TitledCard>
      <TitledCard title={t("byDayAndModel")}>
        <UsageTable rows={rows} totals={totals} />
      </TitledCard>
    </>
  );
}

const summary = (totals: Totals): string =>
  [totals.cost !== null && dollars(totals.cost), callSummary(totals)].filter(Boolean).join(" · ");

const amountOf = ({ calls, inputTokens, outputTokens, cost }: Totals): string =>
  cost !== null || calls === 0
    ? dollars(cost ?? 0)
    : t("roughTokens", { tokens: roughly(inputTokens + outputTokens) });

function Spans({ days }: { days: Span }) {
  return (
    <nav aria-label={common("time")} className={cn(segments, "shrink-0")}>
      {SPANS.map((span) => (
        <Link
          key={span}
          href={span === SPANS[0] ? "/settings/usage" : `/settings/usage?days=${span}`}
          aria-current={span === days ? "true" : undefined}
          className={cn(segment, span === days && chosenSegment)}
        >
          {t("spanDays", { span })}
        </Link>
      ))}
    </nav>
  );
}

function Nothing({ days, isEarlier }: { days: Span; isEarlier: boolean }) {
  return (
    <div className="flex flex-col items-center gap-3 py-16">
      <p className="text-ink-2">{t("noCalls", { days })}</p>
      <Button asChild variant="outline">
        {isEarlier ? (
          <Link href={`/settings/usage?days=${SPANS[1]}`}>{t("showDays", { span: SPANS[1] })}</Link>
        ) : (
          <Link href="/">{t("startConversation")}</Link>
        )}
      </Button>
    </div>
  );
}

// Loaded lazily, because charts are large and the figures below must not wait for them.
const ChartFigure = dynamic(
  retryLoad(() => import("@/components/draw/blocks/chart/chart-figure").then((module) => module.ChartFigure)),
  { loading: () => <Coming type="chart" />, ssr: false },
);

type UsageChartProps = { rows: UsageRow[]; measure: Measure; today: string; days: number };

function UsageChart({ rows, measure, today, days }: UsageChartProps) {
  const block = useMemo(
    () => ({
      type: "chart" as const,
      chartType: "bar" as const,
      data: daysOf(rows, measure, today, days),
      stacked: true,
      unit: measure === "cost" ? "$" : t("tokensPerDay"),
    }),
    [rows, measure, today, days],
  );
  return (
    <div className="min-h-82">
      <ChartFigure block={block} name="usage" />
    </div>
  );
}
