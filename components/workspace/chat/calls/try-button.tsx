"use client";

import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { openFork } from "@/components/client/versions/rehearsals";
import { IconButton } from "@/components/ui/icon-button";
import { useRights } from "@/components/ui/kit/rights";
import { t } from "@/lib/shared/i18n/en/rehearsals";
import { useDesk } from "../desk";

/** Starts a rehearsal from an answer of the agent; with `call`, from a question in it, to give another answer. */
export function TryButton({ messageId, call }: { messageId: string; call?: string }) {
  const { conversationId } = useDesk();
  const { mayOpen } = useRights();
  const [isStarting, setIsStarting] = useState(false);
  if (!mayOpen("/agent/rehearsals")) return null;
  const fork = async () => {
    setIsStarting(true);
    await openFork({ conversation: conversationId, message: messageId, ...(call !== undefined && { call }) });
    setIsStarting(false);
  };
  return (
    <IconButton
      label={t(call === undefined ? "tryFromHere" : "answerOtherwise")}
      size="icon-sm"
      className="shrink-0 text-ink-3"
      aria-disabled={isStarting || undefined}
      onClick={() => !isStarting && void fork()}
    >
      <FlaskConical aria-hidden />
    </IconButton>
  );
}
