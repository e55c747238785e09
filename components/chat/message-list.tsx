"use client";

import type { UIMessage } from "ai";
import { useEffect, useRef, useState } from "react";
import { MessageRow } from "./message-row";

/** Messages drawn at first, and with each look further back. */
const PAGE = 30;

type MessageListProps = { messages: UIMessage[]; liveId: string | undefined };

/** The last messages; earlier ones come as the reader goes up. */
export function MessageList({ messages, liveId }: MessageListProps) {
  const [hidden, setHidden] = useState(() => Math.max(0, messages.length - PAGE));
  const top = useRef<HTMLButtonElement>(null);
  const earlier = () => setHidden((count) => Math.max(0, count - PAGE));

  useEffect(() => {
    if (hidden === 0 || !top.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setHidden((count) => Math.max(0, count - PAGE));
      },
      { root: top.current.closest("[data-scroller]"), rootMargin: "600px 0px 0px" },
    );
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [hidden]);

  return (
    <>
      {hidden > 0 && (
        <button
          ref={top}
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
