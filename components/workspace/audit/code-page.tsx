"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { Skeleton } from "@/components/ui/skeleton";
import type { ExecutionStats, HintView } from "@/lib/shared/executions";
import { t } from "@/lib/shared/i18n/en/audit";
import { AuditViews } from "./audit-views";
import { readHint, readStats, type Shown } from "./code-api";
import { CodeHint } from "./code-hint";
import { CodeOverview, SPANS } from "./code-overview";
import { CodeRuns } from "./code-runs";

/** Any change may come from a run of the agent that executed code. */
const always = (): boolean => true;

type CodePageProps = { stats: ExecutionStats; hint: HintView; now: string };

export function CodePage({ stats, hint, now }: CodePageProps) {
  const [days, setDays] = useState<number>(SPANS[0]);
  const [shown, setShown] = useState<Shown>({ status: "failed" });
  const figures = useQuery({
    queryKey: ["code", "stats", days],
    queryFn: ({ signal }) => readStats(days, signal),
    initialData: days === SPANS[0] ? stats : undefined,
    placeholderData: keepPreviousData,
    meta: { outdatedBy: always },
  });
  const hintQuery = useQuery({
    queryKey: ["code", "hint"],
    queryFn: ({ signal }) => readHint(signal),
    initialData: hint,
    meta: { outdatedBy: always },
  });
  return (
    <PageMain className="flex flex-col">
      <PageBody width="rows" under="tabs" className="flex-1">
        <h1 className="sr-only">{t("activityCode")}</h1>
        <div className="max-md:px-1">
          <AuditViews view="code" />
        </div>
        {figures.data ? (
          <CodeOverview
            stats={figures.data}
            hint={hintQuery.data}
            days={days}
            onDays={setDays}
            chosen={shown.category}
            onCategory={(category) => setShown({ status: "failed", ...(category && { category }) })}
          />
        ) : figures.error ? (
          <LoadFailure isInline onRetry={() => void figures.refetch()}>
            {t("loadError", { error: failureText(figures.error) })}
          </LoadFailure>
        ) : (
          <Skeleton className="h-60 rounded-sheet" />
        )}
        <CodeHint key={String(hintQuery.data.isOn)} view={hintQuery.data} now={now} />
        <CodeRuns shown={shown} onShown={setShown} />
      </PageBody>
    </PageMain>
  );
}
