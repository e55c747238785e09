"use client";

import { useEffect, useRef, useState } from "react";
import type { Ask } from "@/lib/shared/chat/contract";
import { field } from "@/lib/shared/chat/parts";
import { type Surface, surfaceId } from "@/lib/shared/chat/surfaces";
import { askId } from "./client/state";

const MOST = 500;

type AnnouncerProps = { asks: Ask[]; surfaces: Surface[]; isRunning: boolean; lastText: string };

/** Tells a screen reader what came: a new ask, or an answer when it is whole. Nobody's focus moves. */
export function Announcer({ asks, surfaces, isRunning, lastText }: AnnouncerProps) {
  const [said, setSaid] = useState("");
  const known = useRef(new Set(asks.map(askId)));
  const wasRunning = useRef(isRunning);

  useEffect(() => {
    const news = asks.filter((ask) => !known.current.has(askId(ask)));
    known.current = new Set(asks.map(askId));
    const finished = wasRunning.current && !isRunning;
    wasRunning.current = isRunning;
    if (news.length > 0) setSaid(news.map((ask) => describeAsk(ask, surfaces)).join(" "));
    else if (finished && lastText) setSaid(`Easel answered: ${lastText.slice(0, MOST)}`);
  }, [asks, surfaces, isRunning, lastText]);

  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}

function describeAsk(ask: Ask, surfaces: Surface[]): string {
  if (ask.kind === "approval") return `Easel asks whether it may use ${ask.toolName}.`;
  const question = field(ask.input, "question");
  if (question) return `Easel asks: ${question}`;
  const surface = surfaces.find(({ id }) => id === surfaceId(ask.messageId, ask.toolCallId));
  return `On the canvas, waiting for you: ${surface?.title ?? "something new"}.`;
}
