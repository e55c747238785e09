"use client";

import { ChevronRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { Markdown } from "@/components/draw/markdown/markdown";
import { duration } from "@/components/ui/kit/duration";
import { Ring } from "@/components/ui/kit/ring";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import { useThread } from "../thread";
import { useOpened } from "../use-opened";

type ReasoningProps = { id: string; text: string; isOpen: boolean };

export function Reasoning({ id, text, isOpen: isThinking }: ReasoningProps) {
  const { isOpen, details } = useOpened(id);
  const seconds = useThinkingTime(id, text, isThinking);
  return (
    <details {...details} className="group/reasoning">
      <summary className="flex w-fit list-none items-center gap-2 rounded-in text-ui text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        {isThinking ? (
          <Ring className="mx-0.5" />
        ) : (
          <ChevronRight aria-hidden className="size-4 transition-transform group-open/reasoning:rotate-90" />
        )}
        {isThinking
          ? t("thinking")
          : seconds
            ? t("thoughtFor", { time: duration(seconds * 1_000) })
            : t("thought")}
      </summary>
      {isOpen && <Markdown text={text} className="mt-2 pl-6 text-ui text-ink-2" />}
    </details>
  );
}

/**
 * If the text is longer than this number of characters when it is first seen, thinking began earlier and its
 * duration is unknown.
 */
const SEEN_FROM_THE_START = 200;

function useThinkingTime(id: string, text: string, isThinking: boolean): number | undefined {
  const { thoughts } = useThread();
  const began = useRef<number>(undefined);
  const isEarly = text.length < SEEN_FROM_THE_START;
  useEffect(() => {
    if (isThinking && isEarly) began.current ??= Date.now();
    if (isThinking || began.current === undefined) return;
    thoughts.set(id, Math.max(1, Math.round((Date.now() - began.current) / 1_000)));
    began.current = undefined;
  }, [id, isThinking, isEarly, thoughts]);
  return thoughts.get(id);
}
