"use client";

import { ChevronRight } from "lucide-react";
import { ORIGIN_LOOKS } from "@/components/client/shell/origins/origin-looks";
import Link from "@/components/ui/kit/agent-base";
import { Clock, useIsBrowser } from "@/components/ui/kit/clock";
import type { Cause } from "@/lib/shared/chat/metadata";
import { clock, fullTime } from "@/lib/shared/chat/time";
import { t } from "@/lib/shared/i18n/en/chatMessages";

type CauseLineProps = { cause: Cause; text: string; at: string | undefined };

export function CauseLine({ cause: { kind, name, jobId, dueAt }, text, at }: CauseLineProps) {
  const { icon: Icon, title } = ORIGIN_LOOKS[kind === "pulse" ? "pulse" : "job"];
  const label = kind === "pulse" ? title : `${title}: ${name}`;
  const isBrowser = useIsBrowser();
  return (
    <div className="flex gap-2.5 text-ui text-ink-2">
      <h2 className="sr-only">{t("cause")}</h2>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <details className="group/cause min-w-0 flex-1">
        <summary className="flex cursor-pointer list-none items-start gap-2 rounded-in wrap-anywhere hover:text-ink">
          <span className="min-w-0 flex-1">
            {isBrowser
              ? t.rich("due", {
                  title: label,
                  time: clock(dueAt),
                  quiet: (text) => (
                    <span className="text-ink-3" title={fullTime(dueAt)}>
                      {text}
                    </span>
                  ),
                })
              : label}
          </span>
          <ChevronRight
            aria-hidden
            className="mt-0.5 size-4 shrink-0 text-ink-3 transition-transform group-open/cause:rotate-90"
          />
        </summary>
        <p className="mt-2 rounded-in bg-fill px-3 py-2 text-meta whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
        <Link
          href={kind === "pulse" ? "/calendar/jobs/check-ins" : `/calendar/jobs/${jobId}`}
          className="mt-1 inline-block text-meta underline"
        >
          {kind === "pulse" ? t("openCheckIns") : t("openJob")}
        </Link>
      </details>
      {at && <Clock at={at} className="shrink-0 text-meta leading-5 text-ink-3 tabular-nums" />}
    </div>
  );
}
