"use client";

import type { ReactNode } from "react";
import { useTimeZone } from "@/components/ui/kit/clock";
import { fullTime } from "@/lib/shared/chat/time";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import type { TriggerView } from "@/lib/shared/jobs/contract";
import type { Item } from "./api";
import { useCronDescription } from "./cron-description";

const code = (chunks: ReactNode) => <code className="font-mono">{chunks}</code>;

export function ItemWhen({ item }: { item: Item }) {
  switch (item.kind) {
    case "cron":
      return <CronWhen expression={item.cronExpression} timeZone={item.timeZone} />;
    case "once":
      return <OnceWhen at={item.at} />;
    case "webhook":
      return t("whenCalled");
    case "mail":
      return <MailWhen item={item} />;
    case "table":
      return t.rich("whenRow", { code, sql: item.sql ?? "" });
    case "state":
      return t.rich("whenKey", { code, key: item.key ?? "" });
  }
}

function MailWhen({ item: { from = "", subject, folder } }: { item: TriggerView }) {
  const parts = [
    t("whenMail", { from }),
    subject && t("whenSubject", { subject }),
    folder && t("whenFolder", { folder }),
  ];
  return parts.filter(Boolean).join(" · ");
}

function CronWhen({ expression, timeZone }: { expression: string; timeZone: string }) {
  const description = useCronDescription(expression);
  const own = useTimeZone();
  return (
    <span title={`${expression} (${timeZone})`}>
      {description}
      {timeZone !== own && ` (${timeZone.replaceAll("_", " ")})`}
    </span>
  );
}

function OnceWhen({ at }: { at: string | undefined }) {
  const zone = useTimeZone();
  return at ? t("onceAt", { time: fullTime(at, zone) }) : t("kindOnce");
}
