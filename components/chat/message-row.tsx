"use client";

import type { UIMessage } from "ai";
import { memo } from "react";
import { AgentMessage } from "./agent-message";
import { PersonMessage } from "./person-message";

type MessageRowProps = {
  message: UIMessage;
  /** It is being written now. */
  isLive: boolean;
};

/** One message. Drawn again only when it changed, so a long conversation costs nothing while its last answer grows. */
export const MessageRow = memo(function MessageRow({ message, isLive }: MessageRowProps) {
  return message.role === "user" ? (
    <PersonMessage message={message} />
  ) : (
    <AgentMessage message={message} isLive={isLive} />
  );
});
