"use client";

import { CircleAlert, RotateCcw, X } from "lucide-react";
import type { Attachment } from "@/components/client/uploads";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { FileIcon } from "@/components/ui/kit/file-icon";
import { formatBytes } from "@/components/ui/kit/format";
import { IMAGES, urlOf } from "@/lib/shared/file-address";
import { t } from "@/lib/shared/i18n/en/chatFiles";
import type { Attachments } from "./use-attachments";

export function AttachmentList({ attachments: { items, retry, remove } }: { attachments: Attachments }) {
  if (items.length === 0) return null;
  // Show failed attachments first, so that the user sees them without scrolling.
  const failed = items.filter(({ state }) => state === "failed");
  const others = items.filter(({ state }) => state !== "failed");
  return (
    <ul aria-label={t("attached")} className="flex max-h-44 flex-wrap gap-2 overflow-y-auto px-2.5 pt-2.5">
      {[...failed, ...others].map((item) => (
        <AttachmentCard
          key={item.key}
          item={item}
          onRetry={() => retry(item.key)}
          onRemove={() => remove(item.key)}
        />
      ))}
    </ul>
  );
}

type CardProps = { item: Attachment; onRetry: () => void; onRemove: () => void };

function AttachmentCard({ item, onRetry, onRemove }: CardProps) {
  const { name, state, progress, problem, canRetry } = item;
  const isFailed = state === "failed";
  return (
    <li
      className={cn(
        "relative flex min-h-12 max-w-full items-center gap-2.5 overflow-hidden rounded-in border py-1 pr-1 pl-1.5",
        isFailed ? "border-danger" : "border-line",
      )}
    >
      <Face item={item} />
      <span className="flex min-w-0 max-w-52 flex-1 flex-col">
        <span className="truncate text-ui" title={name}>
          {name}
        </span>
        <span
          className={cn(
            "text-meta tabular-nums",
            isFailed ? "text-danger wrap-anywhere" : "truncate text-ink-3",
          )}
        >
          {isFailed ? problem : state === "uploading" ? uploadingText(item) : formatBytes(item.size)}
        </span>
      </span>
      {isFailed && canRetry && (
        <IconButton label={t("retry", { name })} size="icon-sm" className="max-md:size-11" onClick={onRetry}>
          <RotateCcw aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={state === "uploading" ? t("cancel", { name }) : t("remove", { name })}
        size="icon-sm"
        className="max-md:size-11"
        onClick={onRemove}
      >
        <X aria-hidden />
      </IconButton>
      {state === "uploading" && (
        <span
          aria-hidden
          style={{ scale: `${progress} 1` }}
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-ink transition-[scale]"
        />
      )}
    </li>
  );
}

const uploadingText = ({ progress, size }: Attachment): string =>
  progress === 1
    ? t("storing")
    : t("progress", { percent: Math.floor(progress * 100), size: formatBytes(size) });

function Face({ item: { state, mediaType, preview, id } }: { item: Attachment }) {
  const url = preview ?? (id !== undefined && IMAGES.has(mediaType) ? urlOf(id) : undefined);
  if (url && state !== "failed") {
    return (
      // biome-ignore lint/performance/noImgElement: the image optimiser does not handle uploaded files
      <img
        src={url}
        alt=""
        className="h-9 w-auto max-w-24 min-w-9 shrink-0 rounded-in bg-fill object-contain"
      />
    );
  }
  return (
    <span className="flex size-9 shrink-0 items-center justify-center rounded-in bg-fill text-ink-2">
      {state === "failed" ? (
        <CircleAlert aria-hidden className="size-4 text-danger" />
      ) : (
        <FileIcon mediaType={mediaType} className="size-4" />
      )}
    </span>
  );
}
