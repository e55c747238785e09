import { Download, File } from "lucide-react";
import { t } from "@/lib/shared/i18n/en/blocks";
import type { BlockProps } from "./props";

export function FileBlock({ block: { url, name, description } }: BlockProps<"file">) {
  return (
    <div className="flex min-w-0 items-center gap-3 rounded-in border border-line px-3 py-2">
      <File aria-hidden className="size-4 shrink-0 text-ink-2" />
      <div className="flex min-w-0 flex-1 flex-col">
        <a
          href={url}
          target="_blank"
          rel="noopener"
          className="truncate text-ui font-medium underline decoration-line-control underline-offset-4 hover:decoration-ink"
        >
          {name}
        </a>
        {description && <p className="text-meta text-ink-3 wrap-anywhere">{description}</p>}
      </div>
      <a
        href={url}
        download={name}
        aria-label={t("download", { name })}
        className="flex size-8 shrink-0 items-center justify-center rounded-in text-ink-2 hover:bg-fill-hover hover:text-ink max-md:size-11"
      >
        <Download aria-hidden className="size-4" />
      </a>
    </div>
  );
}
