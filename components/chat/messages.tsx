"use client";

import type { Ref } from "react";
import type { Entry } from "./entries";
import { EntryView } from "./entry-view";
import { type ListHandle, MessageList } from "./message-list";

type MessagesProps = {
  ref: Ref<ListHandle>;
  entries: Entry[];
  isRunning: boolean;
  onEnd: (isAtEnd: boolean) => void;
  onResend: (messageId: string) => void;
  onRewrite: (messageId: string) => void;
};

/** The conversation so far. An empty page comes without the code for it. */
export const Messages = ({ ref, entries, isRunning, onEnd, onResend, onRewrite }: MessagesProps) => (
  <MessageList ref={ref} entries={entries} onEnd={onEnd}>
    {(entry) => <EntryView entry={entry} isRunning={isRunning} onResend={onResend} onRewrite={onRewrite} />}
  </MessageList>
);
