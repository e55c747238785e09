"use client";

import { useTimeZone } from "@/components/ui/kit/clock";
import { fullTime } from "@/lib/shared/chat/time";
import type { Item } from "./api";
import { useCronDescription } from "./cron-description";

export function ItemWhen({ item }: { item: Item }) {
  switch (item.kind) {
    case "cron":
      return <CronWhen expression={item.cronExpression} timeZone={item.timeZone} />;
    case "once":
      return <OnceWhen at={item.at} />;
    case "webhook":
      return "When its address is called";
    case "table":
      return (
        <>
          When this returns a row: <code className="font-mono">{item.sql}</code>
        </>
      );
    case "state":
      return (
        <>
          When <code className="font-mono">{item.key}</code> changes
        </>
      );
  }
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
  return at ? <>Once, on {fullTime(at, zone)}</> : <>Once</>;
}
