"use client";

import { ChevronRight, LayoutPanelTop, Wrench } from "lucide-react";
import { Clock } from "@/components/ui/kit/clock";
import type { FromSurface } from "@/lib/shared/chat/from-surface";
import { t } from "@/lib/shared/i18n/en/chatMessages";

export function FromSurfaceLine({ surface }: { surface: FromSurface }) {
  return (
    <p className="flex items-start gap-1.5 text-meta text-ink-3">
      <LayoutPanelTop aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {t("from", { title: surface.title })}
    </p>
  );
}

type FixRowProps = { surface: FromSurface; text: string; at: string | undefined };

export function FixRow({ surface: { title, failure }, text, at }: FixRowProps) {
  return (
    <div className="flex gap-2.5 text-ui text-ink-2">
      <h2 className="sr-only">{t("youSaid")}</h2>
      <Wrench aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <details className="group/fix min-w-0 flex-1">
        <summary className="flex cursor-pointer list-none items-start gap-2 rounded-in wrap-anywhere hover:text-ink">
          <span className="min-w-0 flex-1">{t("fixAsked", { title, failure: failure ?? "" })}</span>
          <ChevronRight
            aria-hidden
            className="mt-0.5 size-4 shrink-0 text-ink-3 transition-transform group-open/fix:rotate-90"
          />
        </summary>
        <p className="mt-2 rounded-in bg-fill px-3 py-2 text-meta whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      </details>
      {at && <Clock at={at} className="shrink-0 text-meta leading-5 text-ink-3 tabular-nums" />}
    </div>
  );
}
