"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { transcribe } from "@/components/client/voice";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import { t } from "@/lib/shared/i18n/en/chatVoice";
import { t as common } from "@/lib/shared/i18n/en/common";
import { MAX_RECORDING_MS } from "@/lib/shared/voice/voice";

/** Speech needs no more, and ten minutes stay far below the limit of providers. */
const BITS_A_SECOND = 32_000;
const SLICE_MS = 1_000;

export type Dictation =
  | { state: "idle" | "starting" | "transcribing" }
  | { state: "recording"; since: number };

/** Records speech and passes on its transcript. A recording that was not transcribed is offered again. */
export function useDictation(onText: (text: string) => void) {
  const [dictation, setDictation] = useState<Dictation>({ state: "idle" });
  const recorder = useRef<MediaRecorder>(undefined);
  const busy = useRef(false);
  const give = useEffectEvent(onText);
  const idle = () => {
    busy.current = false;
    setDictation({ state: "idle" });
  };

  const send = async (recording: Blob) => {
    setDictation({ state: "transcribing" });
    try {
      const text = await transcribe(recording);
      if (text === "") void notify(t("nothingSaid"));
      else give(text);
    } catch (error) {
      void notifyProblem(t("notTranscribed", { error: failureText(error) }), {
        action: { label: common("tryAgain"), onClick: () => void send(recording) },
      });
    } finally {
      idle();
    }
  };

  const start = async () => {
    if (busy.current) return;
    if (!navigator.mediaDevices || typeof MediaRecorder === "undefined")
      return void notifyProblem(t("cannotRecord"));
    busy.current = true;
    setDictation({ state: "starting" });
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: unknown) => {
      const isMissing = error instanceof DOMException && error.name === "NotFoundError";
      void notifyProblem(t(isMissing ? "noMicrophone" : "notAllowed"));
    });
    if (!stream) return idle();
    record(stream);
  };

  const record = (stream: MediaStream) => {
    const pieces: Blob[] = [];
    const own = new MediaRecorder(stream, { audioBitsPerSecond: BITS_A_SECOND });
    recorder.current = own;
    const timer = setTimeout(() => own.stop(), MAX_RECORDING_MS);
    own.ondataavailable = ({ data }) => pieces.push(data);
    own.onstop = () => {
      clearTimeout(timer);
      for (const track of stream.getTracks()) track.stop();
      const isCancelled = recorder.current !== own;
      recorder.current = undefined;
      if (isCancelled) idle();
      else void send(new Blob(pieces, { type: own.mimeType }));
    };
    own.start(SLICE_MS);
    setDictation({ state: "recording", since: Date.now() });
  };

  const cancel = () => {
    const own = recorder.current;
    recorder.current = undefined;
    own?.stop();
  };
  useEffect(
    () => () => {
      const own = recorder.current;
      recorder.current = undefined;
      own?.stop();
    },
    [],
  );
  return { dictation, start: () => void start(), stop: () => recorder.current?.stop(), cancel };
}
