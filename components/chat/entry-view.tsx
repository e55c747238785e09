"use client";

import { Caret } from "@/components/markdown/caret-mark";
import type { Entry } from "./entries";
import { MessageRow } from "./message-row";
import { NoticeLine } from "./notice-later";
import { PendingMessage, UnsentMessage } from "./pending-message";

type EntryViewProps = {
  entry: Entry;
  isRunning: boolean;
  onResend: (messageId: string) => void;
  onRewrite: (messageId: string) => void;
};

/** One thing in the list, each kind in its own way. */
export function EntryView({ entry, isRunning, onResend, onRewrite }: EntryViewProps) {
  switch (entry.kind) {
    case "message":
      return <MessageRow message={entry.message} isLive={entry.isLive} />;
    case "begun":
      return (
        <div className="h-6">
          <Caret />
        </div>
      );
    case "failed":
      return <NoticeLine notice={entry.notice} />;
    case "waiting":
      return <PendingMessage message={entry.message} note="Read at the next step" />;
    case "unsent":
      return (
        <UnsentMessage
          outgoing={entry.outgoing}
          isRunning={isRunning}
          onResend={() => onResend(entry.key)}
          onEdit={() => onRewrite(entry.key)}
        />
      );
  }
}
