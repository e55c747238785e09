"use client";

import { Hand, Undo2 } from "lucide-react";
import { Clock } from "@/components/kit/clock";
import type { BrowserHand } from "@/lib/shared/browser/hand";
import { handWords } from "@/lib/shared/chat/hand-words";

type HandLineProps = { hand: BrowserHand; at: string | undefined };

/** One line where the person took the browser or gave it back. */
export function HandLine({ hand, at }: HandLineProps) {
  const Icon = hand.event === "taken" ? Hand : Undo2;
  return (
    <div className="flex gap-2.5 text-ui text-ink-2">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        {handWords(hand)}
        {hand.text && <span className="text-ink whitespace-pre-wrap">{`“${hand.text}”`}</span>}
      </p>
      {at && <Clock at={at} className="shrink-0 text-meta leading-5 text-ink-3 tabular-nums" />}
    </div>
  );
}
