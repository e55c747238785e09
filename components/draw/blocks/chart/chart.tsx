"use client";

import { Suspense } from "react";
import { lazyView } from "@/components/ui/kit/lazy-view";
import { isQuery } from "@/lib/shared/blocks/live";
import { t as common } from "@/lib/shared/i18n/en/common";
import { Coming } from "../coming";
import type { BlockProps } from "../props";

export const ChartFigure = lazyView(() => import("./chart-figure").then((module) => module.ChartFigure));

export const LiveChart = lazyView(() => import("../live/live-chart").then((module) => module.LiveChart));

export function ChartBlock({ block, ask }: BlockProps<"chart">) {
  const { data } = block;
  return (
    <Suspense fallback={<Coming type="chart" />}>
      {isQuery(data) ? (
        <LiveChart block={{ ...block, data }} ask={ask} />
      ) : (
        <ChartFigure block={{ ...block, data }} name={ask.title ?? common("chart")} ask={ask} />
      )}
    </Suspense>
  );
}
