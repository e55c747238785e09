"use client";

import { CircleAlert, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { FileIcon } from "@/components/ui/kit/file-icon";
import { formatBytes } from "@/components/ui/kit/format";
import { Progress } from "@/components/ui/progress";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/files";
import type { Uploading } from "./use-uploads";

type UploadingListProps = {
  uploads: readonly Uploading[];
  retry: (upload: Uploading) => void;
  remove: (key: string) => void;
};

export function UploadingList({ uploads, retry, remove }: UploadingListProps) {
  if (uploads.length === 0) return null;
  return (
    <ul
      aria-label={t("uploads")}
      className="overflow-hidden rounded-sheet bg-sheet shadow-sheet [&>li+li]:border-line [&>li+li]:border-t"
    >
      {uploads.map((upload) => {
        const { key, file, progress, problem, canRetry } = upload;
        return (
          <li
            key={key}
            className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1 max-md:px-3"
          >
            <FileIcon mediaType={file.type} className="size-4 shrink-0 text-ink-2" />
            <span className="min-w-0 flex-1 truncate">{file.name}</span>
            {problem === undefined ? (
              <>
                <span className="text-meta text-ink-3 tabular-nums">{formatBytes(file.size)}</span>
                <Progress
                  aria-label={t("uploadOf", { name: file.name })}
                  value={progress * 100}
                  className="h-1 w-24"
                />
              </>
            ) : (
              <span role="alert" className="flex min-w-0 items-center gap-2 wrap-anywhere">
                <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
                {problem}
              </span>
            )}
            {canRetry && (
              <Button variant="outline" size="sm" onClick={() => retry(upload)}>
                {common("tryAgain")}
              </Button>
            )}
            <IconButton
              label={
                problem === undefined
                  ? t("stopUpload", { name: file.name })
                  : t("dismissUpload", { name: file.name })
              }
              size="icon-sm"
              onClick={() => remove(key)}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
