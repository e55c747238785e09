import { useState } from "react";
import type { BlocksAnswer } from "@/lib/shared/blocks/answer";
import { t } from "@/lib/shared/i18n/en/blocks";
import type { Ask } from "./props";

export type SendPhase = "idle" | "sending" | "sent";

type Sending = { call: string | undefined; phase: SendPhase; error?: string };

/**
 * Sends an answer once. After success nothing can be sent again; after a failure it can, and `error` has the
 * reason.
 */
export function useSend({ state, call, onAnswer }: Ask) {
  const [last, setLast] = useState<Sending>({ call, phase: "idle" });
  const { phase, error }: Sending = last.call === call ? last : { call, phase: "idle" };

  const send = async (answer: BlocksAnswer): Promise<boolean> => {
    if (phase !== "idle" || (state !== "waiting" && state !== "late") || !onAnswer) return false;
    // Before the request ends, the user may see and answer another call, whose status must not be
    // overwritten.
    const end = (next: Sending) => setLast((now) => (now.call === call ? next : now));
    setLast({ call, phase: "sending" });
    try {
      await onAnswer(answer);
      end({ call, phase: "sent" });
      return true;
    } catch (cause) {
      const error = cause instanceof Error ? cause.message : t("sendFailed");
      end({ call, phase: "idle", error });
      return false;
    }
  };
  return { send, error, phase };
}
