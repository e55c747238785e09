"use client";

import { CircleAlert, CircleStop, Gauge } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { duration } from "@/components/ui/kit/duration";
import { useRights } from "@/components/ui/kit/rights";
import { t } from "@/lib/shared/i18n/en/chat";
import { t as messages } from "@/lib/shared/i18n/en/chatMessages";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Notice } from "@/lib/shared/notice";
import { actionFor } from "./notice-actions";
import { useThread } from "./thread";

const ICONS = { error: CircleAlert, limit: Gauge, stopped: CircleStop };

type NoticeLineProps = {
  notice: Notice;
  messageId?: string;
};

/** Shows a notice about a run, with a button to continue as long as no message follows it. */
export function NoticeLine({ notice, messageId }: NoticeLineProps) {
  const { lastId, busy } = useThread();
  const Icon = ICONS[notice.kind];
  const isLast = messageId === undefined || messageId === lastId;
  return (
    <div className="flex gap-2.5 text-ui text-ink-2">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${notice.kind === "error" ? "text-danger" : "text-ink-3"}`}
      />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <p className="whitespace-pre-wrap wrap-anywhere">{notice.message}</p>
        {isLast && !busy && <WayOn notice={notice} />}
      </div>
    </div>
  );
}

function WayOn({ notice }: { notice: Notice }) {
  const { again, editLast, say } = useThread();
  const left = useSecondsUntil(notice.retryAt);
  const { mayOpen } = useRights();
  const action = actionFor(notice);
  const way: typeof action = action?.kind === "go" && !mayOpen(action.href) ? { kind: "again" } : action;
  if (way?.kind === "go")
    return (
      <Button asChild variant="outline">
        <Link href={way.href}>{way.label}</Link>
      </Button>
    );
  if (way?.kind === "edit")
    return (
      <Button variant="outline" onClick={editLast}>
        {messages("editMessage")}
      </Button>
    );
  if (way?.kind === "say")
    return (
      <Button variant="outline" onClick={() => say(way.text)}>
        {way.label}
      </Button>
    );
  return (
    way && (
      <Button variant="outline" disabled={left > 0} onClick={again} className="tabular-nums">
        {left > 0 ? t("tryAgainIn", { time: duration(left * 1_000) }) : common("tryAgain")}
      </Button>
    )
  );
}

/** Counts down the seconds to a time. Returns 0 without a valid future time. */
function useSecondsUntil(time: string | undefined): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const at = Date.parse(time ?? "");
    if (Number.isNaN(at)) return;
    const count = () => {
      const seconds = Math.max(0, Math.ceil((at - Date.now()) / 1_000));
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(count, 1_000);
    count();
    return () => clearInterval(timer);
  }, [time]);
  return left;
}
