"use client";

import { useQueryClient } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { FromWeb } from "@/components/client/origins/from-web";
import { TextEditor } from "@/components/pages/instructions/text-editor";
import { useText } from "@/components/pages/instructions/use-text";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Sheet, SheetContent, SheetDescription, SheetHeader, SheetTitle } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import { MAX_BLOB } from "@/lib/shared/memory/memory";
import { BLOB } from "./api";
import { FillBar } from "./fill-bar";
import { KIND_LABELS } from "./labels";
import { SUMMARY, useSummary } from "./use-summary";
import { VersionsOf } from "./versions-of";

type SummaryDetailProps = { now: string; onClose: () => void };

export function SummaryDetail({ now, onClose }: SummaryDetailProps) {
  const { summary, error, reload } = useSummary();
  const { title, about } = KIND_LABELS.summary;
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent className="w-150 bg-sheet max-md:w-full max-md:max-w-full">
        <SheetHeader className="px-5 pt-4 pb-0 max-md:px-4">
          <SheetTitle className="text-prose font-medium">{title}</SheetTitle>
          <SheetDescription className="text-ink-2">{about}</SheetDescription>
        </SheetHeader>
        {summary ? (
          <div className="flex flex-col gap-6 p-5 max-md:p-4">
            <SummaryEditor summary={summary} />
            <section aria-label={common("history")} className="flex flex-col gap-2">
              <h3 className="font-medium">{common("history")}</h3>
              <VersionsOf kind="memory_blob" name="memory_blob" live={summary.version} now={now} />
            </section>
          </div>
        ) : error ? (
          <LoadFailure className="p-5 max-md:p-4" onRetry={reload}>
            {t("loadError", { error: failureText(error) })}
          </LoadFailure>
        ) : (
          <Skeleton className="m-5 h-60" />
        )}
      </SheetContent>
    </Sheet>
  );
}

function SummaryEditor({ summary }: { summary: { content: string; version: number } }) {
  const client = useQueryClient();
  const { title } = KIND_LABELS.summary;
  const text = useText(BLOB, summary, (saved) => client.setQueryData(SUMMARY, saved));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <FillBar label={title} chars={text.text.length} limit={MAX_BLOB} />
        <FromWeb kind="memory_blob" name="memory_blob" />
      </div>
      <TextEditor
        label={title}
        placeholder={t("empty")}
        text={text}
        live={summary}
        maxChars={MAX_BLOB}
        className="flex-none border border-line-strong shadow-none"
      />
    </div>
  );
}
