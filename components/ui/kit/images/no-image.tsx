import { ImageOff } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "@/lib/shared/i18n/en/kit";

type NoImageProps = { title: string; why: string; children?: ReactNode };

export function NoImage({ title, why, children }: NoImageProps) {
  return (
    <span className="flex max-w-120 items-center gap-3 rounded-in border border-line p-2 pr-4 align-middle text-ui">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-in bg-fill text-ink-2">
        <ImageOff aria-hidden className="size-4" />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-ink" title={title}>
          {title || t("picture")}
        </span>
        <span className="text-meta text-ink-3">{why}</span>
      </span>
      {children}
    </span>
  );
}
