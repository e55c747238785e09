"use client";

import type { UIMessage } from "ai";
import { memo } from "react";
import { Caret } from "@/components/draw/markdown/caret-mark";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import { NoticeLine } from "../notice-later";
import { AgentMessage } from "./agent-message";
import type { Entry } from "./entries";
import { PendingMessage, UnsentMessage } from "./pending-message";
import { UserMessage } from "./user-message";

type EntryViewProps = {
  entry: Entry;
  isRunning: boolean;
  onResend: (messageId: string) => void;
  onRewrite: (messageId: string) => void;
};

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
      return <PendingMessage message={entry.message} note={t("readNext")} />;
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

type MessageRowProps = {
  message: UIMessage;
  isLive: boolean;
};

/** Memoised, so that earlier messages do not render again while the last one grows. */
const MessageRow = memo(function MessageRow({ message, isLive }: MessageRowProps) {
  return message.role === "user" ? (
    <UserMessage message={message} />
  ) : (
    <AgentMessage message={message} isLive={isLive} />
  );
});
