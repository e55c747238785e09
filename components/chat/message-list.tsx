"use client";

import type { UIMessage } from "ai";
import { MessageRow } from "./message-row";
import { useEarlier } from "./use-earlier";

type MessageListProps = { messages: UIMessage[]; liveId: string | undefined };

/** The last messages; earlier ones come as the reader goes up. */
export function MessageList({ messages, liveId }: MessageListProps) {
  const { hidden, mark, earlier } = useEarlier(messages.length);
  return (
    <>
      {hidden > 0 && (
        <button
          ref={mark}
          type="button"
          onClick={earlier}
          className="rounded-in py-1 text-meta text-ink-3 hover:text-ink"
        >
          Show earlier messages
        </button>
      )}
      {messages.slice(hidden).map((message) => (
        <MessageRow key={message.id} message={message} isLive={message.id === liveId} />
      ))}
    </>
  );
}
