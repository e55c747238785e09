"use client";

import { useEffect, useRef, useState } from "react";
import { type Ask, isAwaited } from "@/lib/shared/chat/contract";
import { field } from "@/lib/shared/chat/parts";
import { type Surface, surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/chat";
import { t as messages } from "@/lib/shared/i18n/en/chatMessages";
import { t as common } from "@/lib/shared/i18n/en/common";
import { plainText } from "@/lib/shared/text/plain";
import { askId } from "./client/state";

const MAX_CHARS = 240;

/** Screen readers announce this for a compaction message, because such a message has no text. */
export const summarised = (): string => messages("summarised");

type AnnouncerProps = {
  asks: Ask[];
  surfaces: Surface[];
  isRunning: boolean;
  lastText: string;
  trouble?: string;
};

/** Announces new asks, completed answers and errors to screen readers, without moving the focus. */
export function Announcer({ asks, surfaces, isRunning, lastText, trouble }: AnnouncerProps) {
  const [announcement, setAnnouncement] = useState("");
  const announcedAsks = useRef(new Set(asks.map(askId)));
  const announcedText = useRef(lastText + trouble);

  useEffect(() => {
    const news = asks.filter((ask) => !announcedAsks.current.has(askId(ask)));
    announcedAsks.current = new Set(asks.map(askId));
    // Compare texts instead of observing `isRunning`: a short answer may start and end between two renders.
    const finished = !isRunning && announcedText.current !== lastText + trouble;
    if (!isRunning) announcedText.current = lastText + trouble;
    if (news.length > 0) setAnnouncement(news.map((ask) => describeAsk(ask, surfaces)).join(" "));
    else if (finished && trouble) setAnnouncement(t("stoppedBy", { trouble }));
    else if (finished && lastText)
      setAnnouncement(
        lastText === summarised() ? lastText : t("answered", { text: shortened(plainText(lastText)) }),
      );
  }, [asks, surfaces, isRunning, lastText, trouble]);

  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  );
}

function shortened(text: string): string {
  if (text.length <= MAX_CHARS) return text;
  const end = text.lastIndexOf(" ", MAX_CHARS);
  return `${text.slice(0, end > 0 ? end : MAX_CHARS)} …`;
}

function describeAsk(ask: Ask, surfaces: Surface[]): string {
  if (ask.because?.kind === "browser") return t("handBackToContinue");
  const who = ask.from?.name ?? common("easel");
  if (ask.kind === "approval") return t("asksToUse", { who, tool: ask.toolName });
  const question = field(ask.input, "question");
  if (question) return t("asks", { who, question: plainText(question) });
  const surface = surfaces.find(({ id }) => id === surfaceId(ask.messageId, ask.toolCallId));
  const title = surface?.title ?? t("somethingNew");
  return isAwaited(ask) ? t("waitingOnCanvas", { title }) : t("onCanvas", { title });
}
