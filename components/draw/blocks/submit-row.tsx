import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { SendPhase } from "./use-send";

type SubmitRowProps = {
  label: string;
  phase: SendPhase;
  early?: string | false;
  /** Use `accent` only while a run waits for the answer. */
  variant?: "accent" | "default" | "outline";
  error?: string;
  onClick?: () => void;
  children?: ReactNode;
};

export const stillWriting = (): string => t("stillWriting");

/** The button that answers an ask, and its status or error. It is the only accent button. */
export function SubmitRow({
  label,
  phase,
  early = false,
  variant = "accent",
  error,
  onClick,
  children,
}: SubmitRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-md:flex-col max-md:items-stretch">
      <Button
        variant={variant}
        type={onClick ? "button" : "submit"}
        onClick={onClick}
        disabled={phase !== "idle" || early !== false}
        title={early || undefined}
        className="h-auto min-h-control max-w-full py-1 whitespace-normal max-md:text-prose"
      >
        {label}
      </Button>
      {error ? (
        <p role="alert" className="flex min-w-0 gap-1 text-meta wrap-anywhere text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
          {error}
        </p>
      ) : (
        <p className="text-meta text-ink-3 max-md:text-center">{PHASE_TEXT[phase] ?? children}</p>
      )}
    </div>
  );
}

const PHASE_TEXT: { [P in SendPhase]?: string } = {
  get sending() {
    return common("sending");
  },
  get sent() {
    return common("sent");
  },
};
