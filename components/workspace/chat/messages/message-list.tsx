"use client";

import { useChat } from "@ai-sdk/react";
import { type ReactNode, type Ref, useImperativeHandle, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { Ring } from "@/components/ui/kit/ring";
import { isMark } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Conversation } from "../client/conversation";
import type { ConversationState } from "../client/state";
import { chatOf } from "../client/thread-chat";
import { type Entry, entriesOf } from "./entries";
import { useMessageList } from "./use-message-list";

export type ListHandle = {
  toEnd: () => void;
  /** Scrolls an entry into view and highlights it briefly. Returns false if the key is unknown. */
  reveal: (key: string) => boolean;
  bring: (element: HTMLElement) => void;
};

type MessageListProps = {
  ref: Ref<ListHandle>;
  conversation: Conversation;
  state: ConversationState;
  onEnd: (isAtEnd: boolean) => void;
  children: (entry: Entry) => ReactNode;
};

/**
 * Renders the loaded messages in one virtualised scroller, and loads earlier ones ahead of the user. The server
 * renders the last ones in a reversed column, so that the page starts at the end without scrolling. The browser
 * then positions rows by their measured heights.
 */
export function MessageList({ ref, conversation, state, onEnd, children }: MessageListProps) {
  const { messages } = useChat({ chat: chatOf(conversation.store) });
  const entries = entriesOf(state, messages);
  const earlier = state.snapshot.earlier?.count ?? 0;
  const scroller = useRef<HTMLDivElement>(null);
  const { indexes, isPlaced, marked, placing, ...list } = useMessageList(
    scroller,
    conversation.id,
    entries,
    onEnd,
    { count: earlier, isLost: state.lost, conversation },
  );
  const { toEnd, reveal, bring } = list;
  useImperativeHandle(ref, () => ({ toEnd, reveal, bring }), [toEnd, reveal, bring]);

  return (
    <section
      ref={scroller}
      aria-label={common("conversation")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
      tabIndex={0}
      onKeyDown={list.onKeyDown}
      onFocus={list.onFocus}
      onBlur={list.onBlur}
      className={cn(
        // Code may be wider than the text, up to the edge of the chat.
        "@container min-h-0 flex-1 overflow-y-auto -outline-offset-2 [--code-room:max(0px,50cqi-364px)] [overflow-anchor:none]",
        !isPlaced && "flex flex-col-reverse",
      )}
    >
      {list.isAtStart && earlier > 0 && (
        <p role="status" className="pointer-events-none sticky top-3 z-10 flex h-0 justify-center">
          <Ring />
          <span className="sr-only">{t("loadingEarlier")}</span>
        </p>
      )}
      <div
        ref={placing.containerRef}
        className={cn(
          "relative mx-[max(24px,50%-340px)] max-md:mx-4",
          !isPlaced && "mb-auto flex shrink-0 flex-col gap-6 pt-1 pb-6",
        )}
      >
        {indexes.map((index) => {
          const entry = entries[index];
          if (!entry) return null;
          const label = labelOf(entry);
          const Row = label ? "article" : "div";
          return (
            <Row
              key={entry.key}
              ref={placing.measureElement}
              data-index={index}
              data-key={entry.key}
              id={label ? `m-${entry.key}` : undefined}
              tabIndex={label ? -1 : undefined}
              aria-label={label}
              aria-posinset={label ? earlier + index + 1 : undefined}
              aria-setsize={label ? earlier + entries.length : undefined}
              className={cn(
                "outline-none",
                isPlaced && "absolute inset-x-0",
                entry.key === marked && "rounded-sheet bg-fill-press ring-8 ring-fill-press",
              )}
            >
              {children(entry)}
            </Row>
          );
        })}
      </div>
    </section>
  );
}

function labelOf(entry: Entry): string | undefined {
  if (entry.kind === "begun" || entry.kind === "failed") return undefined;
  if (entry.kind === "message" && isMark(entry.message)) return undefined;
  return entry.kind === "message" && entry.message.role === "assistant" ? t("easelAnswered") : t("youSaid");
}
