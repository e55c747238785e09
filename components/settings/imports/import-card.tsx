"use client";

import { useState } from "react";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { formatBytes } from "@/components/ui/kit/format";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Progress } from "@/components/ui/progress";
import { t } from "@/lib/shared/i18n/en/imports";
import type { HistoryImport, ImportReport } from "@/lib/shared/imports/contract";
import { PRODUCT_TITLES } from "@/lib/shared/imports/products";
import { cancelImport, startImport } from "./api";
import { ChooseMonths } from "./choose-months";
import { LeftList } from "./left-list";
import { ReviewMemories } from "./review-memories";
import { canUndo, UndoImport } from "./undo-import";
import { useChange } from "./use-change";

/** Renders an uploaded export with its contents, its progress and the imported items. */
export function ImportCard({ one, now }: { one: HistoryImport; now: string }) {
  const { product, name, size, createdAt } = one;
  return (
    <TitledCard
      title={product ? PRODUCT_TITLES[product] : name}
      about={
        <span className="wrap-anywhere">
          {name}, {formatBytes(size)}, <When at={createdAt} now={now} />
        </span>
      }
    >
      <div className="flex flex-col gap-4">
        <Body one={one} />
      </div>
    </TitledCard>
  );
}

function Body({ one }: { one: HistoryImport }) {
  const { status, progress, survey } = one;
  if (status === "reading")
    return (
      <Busy
        one={one}
        text={progress ? t("readingCount", { count: progress.done }) : t("reading")}
        share={undefined}
      />
    );
  if (status === "waiting") return <Busy one={one} text={t("waiting")} share={0} />;
  if (status === "taking") {
    const { done, total } = progress ?? { done: 0, total: 0 };
    return <Busy one={one} text={t("taking", { done, total })} share={total > 0 ? done / total : 0} />;
  }
  if (status === "ready" && survey) return <ChooseMonths one={one} survey={survey} />;
  return <Ended one={one} />;
}

function Busy({ one, text, share }: { one: HistoryImport; text: string; share: number | undefined }) {
  const { change, problem } = useChange();
  return (
    <>
      <div role="status" className="flex flex-col gap-2">
        <p className="tabular-nums">{text}</p>
        {share !== undefined && <Progress aria-label={t("progress")} value={share * 100} />}
      </div>
      {problem}
      <Button variant="outline" className="self-start" onClick={() => change(() => cancelImport(one.id))}>
        {t("stop")}
      </Button>
    </>
  );
}

function Ended({ one }: { one: HistoryImport }) {
  const { status, report, openMemories, choice } = one;
  const [isReviewing, setIsReviewing] = useState(false);
  const { change, problem } = useChange();
  const canContinue = status !== "done" && canUndo(one);
  return (
    <>
      <div role="status" className="flex flex-col gap-1">
        <ImportResult one={one} />
      </div>
      {status === "done" && report && <LeftList left={report.left} />}
      {isReviewing ? (
        <ReviewMemories id={one.id} onDone={() => setIsReviewing(false)} />
      ) : (
        <div className="flex flex-wrap gap-2 empty:hidden">
          {status === "done" && openMemories > 0 && (
            <Button onClick={() => setIsReviewing(true)}>{t("review", { count: openMemories })}</Button>
          )}
          {canContinue && (
            <Button onClick={() => change(() => startImport(one.id, choice ?? {}))}>
              {t("continueImport")}
            </Button>
          )}
          {canUndo(one) && <UndoImport id={one.id} />}
        </div>
      )}
      {problem}
    </>
  );
}

/** Renders the result of an import. */
export function ImportResult({ one: { status, report, error } }: { one: HistoryImport }) {
  if (status === "failed") return <p>{t("failed", { reason: error ?? "" })}</p>;
  if (status === "cancelled") return <p>{t("cancelled")}</p>;
  if (status === "undone") return <p className="text-ink-2">{t("undone")}</p>;
  return status === "done" && report ? <Report report={report} /> : null;
}

function Report({ report }: { report: ImportReport }) {
  const { conversations, messages, updated, files, components, same } = report;
  const others = [
    updated > 0 && t("updated", { count: updated }),
    files > 0 && t("foundFiles", { count: files }),
    components > 0 && t("components", { count: components }),
  ].filter((one) => one !== false);
  return (
    <>
      <p>{[t("done", { conversations, messages }), ...others].join(" · ")}</p>
      {same > 0 && <p className="text-ink-2">{t("doneSame", { count: same })}</p>}
    </>
  );
}
