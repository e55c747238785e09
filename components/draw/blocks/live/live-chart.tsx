"use client";

import { memo, useMemo } from "react";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import type { Block } from "@/lib/shared/blocks";
import type { Query } from "@/lib/shared/blocks/live";
import { chartFrom } from "@/lib/shared/blocks/live-chart";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";
import { ChartFrame } from "../chart/chart-drawing";
import { ChartFigure } from "../chart/chart-figure";
import { Coming } from "../coming";
import type { BlockProps } from "../props";
import { LiveError, readingFailed } from "./live-error";
import { LiveMark } from "./live-mark";
import { useLive } from "./use-live";

type LiveChartProps = { block: Omit<Block<"chart">, "data"> & { data: Query }; ask: BlockProps["ask"] };

const Figure = memo(ChartFigure);

export function LiveChart({ block, ask }: LiveChartProps) {
  const { live, state, place } = useLive(block.data);
  const { result, rows, error } = state;
  const names = useStable(result?.columns);
  // Memoized by rows, because a new result with the same rows need not render the chart again.
  const drawn = useMemo(
    () => names && chartFrom(block.chartType, { columns: names, rows: rows.map(({ cells }) => cells) }),
    [block.chartType, rows, names],
  );
  const figure = useMemo(
    () => (drawn && "data" in drawn ? { ...block, data: drawn.data } : undefined),
    [block, drawn],
  );
  const retry = () => live.retry();
  const mark = <LiveMark query={block.data} state={state} onRetry={retry} />;
  const isWritten = ask.state !== "streaming";
  return (
    <div ref={place}>
      {error !== undefined && isWritten && <LiveError message={readingFailed(error)} onRetry={retry} />}
      {drawn && "problem" in drawn && (
        <ChartFrame title={block.title}>
          <LiveError message={drawn.problem} />
          <div className="text-meta">{mark}</div>
        </ChartFrame>
      )}
      {figure && rows.length === 0 && (
        <ChartFrame title={block.title}>
          <p className="flex h-60 items-center justify-center text-ui text-ink-2">{t("noRowsYet")}</p>
          <div className="text-meta">{mark}</div>
        </ChartFrame>
      )}
      {figure && rows.length > 0 && (
        <>
          <Figure block={figure} name={ask.title ?? common("chart")} ask={ask} />
          <div className="flex items-center gap-3 text-meta text-ink-3">
            {mark}
            {result?.truncated && t("firstRows", { count: rows.length })}
          </div>
        </>
      )}
      {!result && (error === undefined || !isWritten) && <Coming type="chart" />}
    </div>
  );
}
