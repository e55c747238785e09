import { useState } from "react";
import type { BlocksAnswer } from "@/lib/shared/blocks/answer";
import type { Ask } from "./props";

export type SendPhase = "idle" | "sending" | "sent";

/** Sends an answer once: after it is taken nothing can be sent again, after a failure it can, and `error` says why. */
export function useSend({ state, onAnswer }: Ask) {
  const [phase, setPhase] = useState<SendPhase>("idle");
  const [error, setError] = useState<string>();

  const send = async (answer: BlocksAnswer): Promise<boolean> => {
    if (phase !== "idle" || (state !== "waiting" && state !== "late") || !onAnswer) return false;
    setPhase("sending");
    setError(undefined);
    try {
      await onAnswer(answer);
      setPhase("sent");
      return true;
    } catch (cause) {
      setPhase("idle");
      setError(cause instanceof Error ? cause.message : "It could not be sent. Try again.");
      return false;
    }
  };
  return { send, error, phase };
}
