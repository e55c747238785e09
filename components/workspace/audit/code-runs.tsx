"use client";

import { OlderOnes } from "@/components/client/end-of-list";
import { failureText } from "@/components/client/failure";
import { usePagedList } from "@/components/client/paged-list";
import { choice } from "@/components/ui/kit/choice-style";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/audit";
import { t as common } from "@/lib/shared/i18n/en/common";
import { readRuns, type Shown } from "./code-api";
import { CATEGORY_LABELS } from "./code-labels";
import { CodeRun } from "./code-run";

type CodeRunsProps = { shown: Shown; onShown: (shown: Shown) => void };

export function CodeRuns({ shown, onShown }: CodeRunsProps) {
  const { list, error, reload, older } = usePagedList({
    key: ["code", "runs", shown.status ?? "", shown.category ?? ""],
    read: (cursor, signal) => readRuns(shown, cursor, signal),
    idOf: ({ id }) => id,
    outdatedBy: () => true,
    keepsPrevious: true,
    isReadOnSight: true,
  });
  return (
    <section aria-label={common("runs")} className="flex flex-col gap-2">
      <fieldset className="flex flex-wrap gap-0.5">
        <legend className="sr-only">{t("whichRuns")}</legend>
        <button
          type="button"
          aria-pressed={shown.status === "failed" && !shown.category}
          onClick={() => onShown({ status: "failed" })}
          className={choice(shown.status === "failed" && !shown.category)}
        >
          {t("failures")}
        </button>
        {shown.category && (
          <button
            type="button"
            aria-pressed
            className={choice(true)}
            onClick={() => onShown({ status: "failed" })}
          >
            {CATEGORY_LABELS[shown.category]}
          </button>
        )}
        <button
          type="button"
          aria-pressed={shown.status === undefined && !shown.category}
          onClick={() => onShown({})}
          className={choice(shown.status === undefined && !shown.category)}
        >
          {t("allRuns")}
        </button>
      </fieldset>
      {error && !list ? (
        <LoadFailure isInline onRetry={() => void reload()}>
          {t("loadError", { error: failureText(error) })}
        </LoadFailure>
      ) : !list ? (
        <Skeleton className="h-40 rounded-sheet" />
      ) : list.items.length === 0 ? (
        <p className="px-2 text-ink-2">{shown.category || shown.status ? t("noFailures") : t("noRuns")}</p>
      ) : (
        <ol className="overflow-clip rounded-sheet bg-sheet shadow-sheet">
          {list.items.map((run) => (
            <CodeRun key={run.id} run={run} />
          ))}
        </ol>
      )}
      {older && <OlderOnes older={older} />}
    </section>
  );
}
