"use client";

import { CircleSlash, Hand } from "lucide-react";
import { Ring } from "@/components/chat/ring";
import type { Live } from "./use-live";

/** Who has the browser, and what happens in it. */
export function Status({ live, isWaiting }: { live: Live; isWaiting: boolean }) {
  const { phase, browser } = live;
  const isHeld = browser?.holder === "person";
  const calling = phase === "open" && !isHeld ? browser?.calling : null;
  return (
    <p className="flex min-w-0 flex-1 items-center gap-2 text-ui text-ink-2">
      <Mark live={live} />
      <span className={isWaiting && isHeld ? "min-w-0 text-accent" : "min-w-0"}>
        {calling ? "The agent is using it" : wordsOf(live, isWaiting)}
        {calling && <code className="ml-1.5 font-mono text-[12px] text-ink-3 max-md:hidden">{calling}</code>}
      </span>
      {/* The tools follow each other too fast to be read aloud. */}
      <span role="status" className="sr-only">
        {wordsOf(live, isWaiting)}
      </span>
    </p>
  );
}

function wordsOf({ phase, browser, reason }: Live, isWaiting: boolean): string {
  if (phase === "connecting") return "Looking for the browser";
  if (phase === "lost") return "Reconnecting";
  if (phase === "closed") return reason ?? "The browser is closed.";
  if (browser?.holder !== "person") return "The agent has it";
  return isWaiting ? "The agent would go on: hand it back" : "You have it";
}

function Mark({ live: { phase, browser } }: { live: Live }) {
  if (phase === "connecting") return <Ring />;
  if (phase === "closed") return <CircleSlash aria-hidden className="size-4 shrink-0 text-ink-3" />;
  if (phase === "lost") return <Dot className="bg-ink" />;
  if (browser?.holder === "person") return <Hand aria-hidden className="size-4 shrink-0" />;
  return browser?.calling ? <Ring /> : <Dot className="bg-success" />;
}

const Dot = ({ className }: { className: string }) => (
  <span aria-hidden className={`mx-0.5 size-2 shrink-0 rounded-full ${className}`} />
);
