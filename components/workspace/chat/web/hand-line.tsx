"use client";

import { Hand, Undo2 } from "lucide-react";
import { Clock } from "@/components/ui/kit/clock";
import type { BrowserTakeover } from "@/lib/shared/browser/takeover";
import { describeTakeover } from "@/lib/shared/chat/describe-takeover";
import { t as common } from "@/lib/shared/i18n/en/common";

type HandLineProps = { hand: BrowserTakeover; at: string | undefined };

export function HandLine({ hand, at }: HandLineProps) {
  const Icon = hand.event === "taken" ? Hand : Undo2;
  return (
    <div className="flex gap-2.5 text-ui text-ink-2">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        {describeTakeover(hand)}
        {hand.text && (
          <span className="text-ink whitespace-pre-wrap">{common("quoted", { text: hand.text })}</span>
        )}
      </p>
      {at && <Clock at={at} className="shrink-0 text-meta leading-5 text-ink-3 tabular-nums" />}
    </div>
  );
}
