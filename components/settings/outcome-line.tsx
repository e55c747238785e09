"use client";

import { Check, CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Ring } from "@/components/ui/kit/ring";
import { t } from "@/lib/shared/i18n/en/settings";

export type Outcome = {
  kind: "busy" | "bad" | "good";
  message: string;
  isSaved?: boolean;
  model?: string;
};

/** Shows the outcome of a test and scrolls to it, with possible actions below. */
export function OutcomeLine({ outcome, children }: { outcome: Outcome | null; children?: ReactNode }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome) line.current?.scrollIntoView({ block: "nearest" });
  }, [outcome]);
  return (
    <div ref={line} role="status" className="scroll-my-4 flex flex-col items-start gap-3 empty:-mt-4">
      {outcome && (
        <p className="flex gap-2">
          <span className="flex h-5 w-4 shrink-0 items-center justify-center">
            {outcome.kind === "busy" && <Ring />}
            {outcome.kind === "good" && <Check aria-hidden className="size-4 text-success" />}
            {outcome.kind === "bad" && <CircleAlert aria-hidden className="size-4 text-danger" />}
          </span>
          <span className="min-w-0 wrap-anywhere">{outcomeMessage(outcome)}</span>
        </p>
      )}
      {children}
    </div>
  );
}

function outcomeMessage({ kind, message, isSaved }: Outcome): string {
  if (!isSaved) return message;
  return kind === "bad" ? t("savedButBroken", { message }) : t("savedWith", { message });
}
