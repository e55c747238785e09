"use client";

import { MessageSquareShare } from "lucide-react";
import { useEffect, useId, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { ScrollArea } from "@/components/ui/scroll-area";
import { t } from "@/lib/shared/i18n/en/frame";
import type { Leaving, TakeBack } from "./take-back";

const SECONDS = 6;

export function TakeBackBar({ takeBack }: { takeBack: TakeBack }) {
  const leaving = useSyncExternalStore(takeBack.subscribe, takeBack.leaving, nothing);
  return (
    <div aria-live="polite" className="sticky bottom-3 z-10 empty:hidden print:hidden">
      {leaving && <Bar key={leaving.text} leaving={leaving} takeBack={takeBack} />}
    </div>
  );
}

function Bar({ leaving: { text, isSure }, takeBack }: { leaving: Leaving; takeBack: TakeBack }) {
  const id = useId();
  const [isPaused, setPaused] = useState(false);
  const left = useCountdown(isSure && !isPaused, () => takeBack.send());
  return (
    <section
      aria-labelledby={id}
      className="overflow-hidden rounded-sheet border border-line-strong bg-sheet text-ui shadow-sheet"
      // Pause while the user reads the message or moves to a button.
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <h3 id={id} className="flex min-h-10 items-center gap-2.5 px-3.5 py-2">
        <MessageSquareShare aria-hidden className="size-4 shrink-0 text-ink-3" />
        {isSure ? t("sendsForYou") : t("wantsToSend")}
      </h3>
      <ScrollArea label={t("message")} className="max-h-44 bg-fill-hover px-3.5 py-2.5">
        <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      </ScrollArea>
      <div className="flex flex-wrap items-center gap-2 px-3.5 py-3">
        <Button variant="outline" onClick={() => takeBack.refuse()}>
          {t("dontSend")}
        </Button>
        <Button variant={isSure ? "ghost" : "accent"} onClick={() => takeBack.send()}>
          {t("sendNow")}
        </Button>
        {isSure && (
          <p aria-hidden className="text-meta text-ink-3 tabular-nums">
            {isPaused ? t("paused") : t("sentIn", { left })}
          </p>
        )}
      </div>
    </section>
  );
}

/** Returns the remaining seconds. Counts only while `runs` is true and the page is visible. */
function useCountdown(runs: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(SECONDS);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => !document.hidden && setLeft((now) => now - 1), 1_000);
    return () => clearInterval(timer);
  }, [runs]);
  useEffect(() => {
    if (left <= 0) onEnd();
  }, [left, onEnd]);
  return Math.max(left, 0);
}

const nothing = () => undefined;
