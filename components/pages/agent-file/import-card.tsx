"use client";

import { CircleAlert, CircleCheck, FileUp } from "lucide-react";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { FileDrop } from "@/components/ui/kit/file-drop";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Progress } from "@/components/ui/progress";
import { t } from "@/lib/shared/i18n/en/agentFile";
import { t as common } from "@/lib/shared/i18n/en/common";
import { ImportPreviewList, summary } from "./import-preview";
import { useImport } from "./use-import";

export function ImportCard({ now }: { now: string }) {
  const { state, read, contents, take, cancel } = useImport();
  const isBusy = state.step === "reading" || state.step === "importing";
  return (
    <TitledCard title={t("import")} about={t("importHint")}>
      <div className="flex flex-col gap-4">
        {!isBusy && state.step !== "preview" && (
          <FileDrop
            accept=".json,application/json"
            icon={FileUp}
            labels={{ file: t("file"), choose: t("chooseFile"), drop: t("dropHere") }}
            onFile={(file) => void read(file)}
          />
        )}
        <div role="status" className="flex flex-col gap-2 empty:hidden">
          {isBusy && (
            <>
              <p className="wrap-anywhere">
                {state.share < 1
                  ? t("sending", { name: state.name, percent: Math.round(state.share * 100) })
                  : state.step === "reading"
                    ? t("reading", { name: state.name })
                    : t("importing", { name: state.name })}
              </p>
              <Progress aria-label={common("sent")} value={state.share * 100} />
            </>
          )}
          {state.step === "refused" && (
            <div className="flex gap-2">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
              <div className="flex min-w-0 flex-col gap-1 wrap-anywhere">
                <p>{t("refused", { name: state.name, reason: state.reason })}</p>
                {state.issues.length > 0 && (
                  <ul className="text-meta text-ink-2">
                    {state.issues.map(({ path, message }) => (
                      <li key={`${path} ${message}`}>
                        <code>{path}</code>: {message}
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </div>
          )}
          {state.step === "done" && (
            <p className="flex gap-2">
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
              <span className="min-w-0 wrap-anywhere">
                {t("importedChanges", { name: state.name, changes: summary(state.imported.changes) })}{" "}
                <Link
                  href="/agent/history"
                  className="underline decoration-line-control underline-offset-4 transition-colors hover:decoration-ink"
                >
                  {t("showHistory")}
                </Link>
              </span>
            </p>
          )}
          {state.step === "preview" && state.isStale && <p>{t("notImportedChanged")}</p>}
          {state.step === "preview" && state.problem && <p>{t("notImported", { problem: state.problem })}</p>}
        </div>
        {isBusy && (
          <Button variant="outline" className="self-start" onClick={cancel}>
            {common("cancel")}
          </Button>
        )}
        {state.step === "preview" && (
          <ImportPreviewList
            name={state.name}
            preview={state.preview}
            now={now}
            read={contents}
            onImport={(rights) => void take(state.preview, rights)}
            onCancel={cancel}
          />
        )}
      </div>
    </TitledCard>
  );
}
