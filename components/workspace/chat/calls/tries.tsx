"use client";

import { ChevronRight, CircleAlert } from "lucide-react";
import { triesText } from "@/lib/shared/chat/headline";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/chatCalls";
import { t as common } from "@/lib/shared/i18n/en/common";
import { useThread } from "../thread";
import { useLinkedFocus, useOpened } from "../use-opened";
import { CallBody, CallSentence } from "./call-body";

type TriesProps = { tries: readonly ToolPart[]; messageId: string };

export function Tries({ tries, messageId }: TriesProps) {
  if (tries.length === 0) return null;
  return (
    <ul
      aria-label={t("earlierAttempts")}
      className="divide-y divide-line overflow-hidden rounded-in border border-line"
    >
      {tries.map((tool, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a provider may give two calls of a message the same id
        <Try key={`${index} ${tool.toolCallId}`} tool={tool} messageId={messageId} />
      ))}
    </ul>
  );
}

export function FoldedTries({ tries, messageId }: TriesProps) {
  const { called } = useThread();
  const isCalled =
    called?.messageId === messageId && tries.some(({ toolCallId }) => toolCallId === called.toolCallId);
  const { isOpen, details } = useOpened(`${messageId}/tries/${tries[0]?.toolCallId}`, false, isCalled);
  return (
    <details {...details} className="group/tries -mt-3 text-ui">
      <summary className="flex min-h-6 w-fit list-none items-center gap-1 rounded-in text-meta text-ink-3 hover:text-ink-2 max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open/tries:rotate-90" />
        {triesText(tries.length)}
      </summary>
      {isOpen && <Tries tries={tries} messageId={messageId} />}
    </details>
  );
}

function Try({ tool, messageId }: { tool: ToolPart; messageId: string }) {
  const { called } = useThread();
  const isCalled = called?.messageId === messageId && called.toolCallId === tool.toolCallId;
  const { isOpen, details } = useOpened(`${messageId}/try/${tool.toolCallId}`, false, isCalled);
  const head = useLinkedFocus(isCalled && isOpen);
  return (
    <li>
      <details {...details} className="group/try">
        <summary
          ref={head}
          className="flex min-h-8 list-none items-center gap-2 px-2.5 text-ink-2 hover:bg-fill-hover max-md:min-h-11 [&::-webkit-details-marker]:hidden"
        >
          <CircleAlert role="img" aria-label={common("failed2")} className="size-4 shrink-0 text-ink-3" />
          <span className="min-w-0 flex-1 truncate">
            <CallSentence tool={tool} />
          </span>
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-ink-3 transition-transform group-open/try:rotate-90"
          />
        </summary>
        {isOpen && (
          <div className="flex flex-col gap-2 px-2.5 py-2">
            <CallBody tool={tool} messageId={messageId} />
          </div>
        )}
      </details>
    </li>
  );
}
