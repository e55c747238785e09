"use client";

import { Square, Volume2 } from "lucide-react";
import { useContext, useEffect, useSyncExternalStore } from "react";
import { VoiceContext } from "@/components/client/voice";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { t } from "@/lib/shared/i18n/en/chatVoice";
import { plainText } from "@/lib/shared/text/plain";
import { type Playing, thePlayer } from "./player";

const NOTHING: Playing = undefined;

/** Reads an answer aloud, or stops. Shown if a model speaks. */
export function ReadAloud({ messageId, text }: { messageId: string; text: () => string }) {
  const { speech } = useContext(VoiceContext);
  const playing = useSyncExternalStore(
    thePlayer().subscribe,
    () => thePlayer().playing,
    () => NOTHING,
  );
  const isOwn = playing?.id === messageId;
  useEffect(
    () => () => {
      if (thePlayer().playing?.id === messageId) thePlayer().stop();
    },
    [messageId],
  );
  if (!speech) return null;
  return (
    <IconButton
      label={t(isOwn ? "stopReading" : "readAloud")}
      size="icon-sm"
      aria-pressed={isOwn}
      onClick={() => (isOwn ? thePlayer().stop() : thePlayer().play(messageId, plainText(text())))}
    >
      {!isOwn ? (
        <Volume2 aria-hidden />
      ) : playing?.isLoading ? (
        <Spinner aria-hidden role="presentation" />
      ) : (
        <Square aria-hidden className="size-3! fill-current" />
      )}
    </IconButton>
  );
}
