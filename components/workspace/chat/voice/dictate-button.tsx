"use client";

import { Mic, Square, X } from "lucide-react";
import { useContext, useEffect, useState } from "react";
import { VoiceContext } from "@/components/client/voice";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { t } from "@/lib/shared/i18n/en/chatVoice";
import { useDictation } from "./use-dictation";

/** Records what the user says and inserts it as text. Shown if a model reads speech. */
export function DictateButton({ onText }: { onText: (text: string) => void }) {
  const { dictation: isOffered } = useContext(VoiceContext);
  const { dictation, start, stop, cancel } = useDictation(onText);
  if (!isOffered) return null;
  if (dictation.state !== "recording") {
    const isBusy = dictation.state !== "idle";
    const label = dictation.state === "transcribing" ? t("transcribing") : t("dictate");
    return (
      <IconButton label={label} side="top" aria-disabled={isBusy} onClick={start}>
        {isBusy ? <Spinner aria-hidden role="presentation" /> : <Mic aria-hidden />}
      </IconButton>
    );
  }
  return (
    <span className="flex items-center gap-1 text-danger">
      <IconButton label={t("stop")} side="top" onClick={stop} className="text-danger hover:text-danger">
        <Square aria-hidden className="size-3! fill-current" />
      </IconButton>
      <Elapsed since={dictation.since} />
      <IconButton label={t("cancel")} side="top" onClick={cancel}>
        <X aria-hidden />
      </IconButton>
    </span>
  );
}

function Elapsed({ since }: { since: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1_000)), 250);
    return () => clearInterval(timer);
  }, [since]);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <span className="min-w-8 text-meta tabular-nums">
      <span role="status" className="sr-only">
        {t("recording")}
      </span>
      {time}
    </span>
  );
}
