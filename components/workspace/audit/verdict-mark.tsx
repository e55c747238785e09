import { Check, CircleAlert, type LucideIcon, MessageCircleQuestion, ShieldX } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Ring } from "@/components/ui/kit/ring";
import type { Verdict } from "@/lib/shared/audit/contract";
import { t } from "@/lib/shared/i18n/en/audit";
import { t as common } from "@/lib/shared/i18n/en/common";

export const VERDICT_LABELS: Record<Verdict, string> = {
  get refused() {
    return t("refused");
  },
  get failed() {
    return common("failed");
  },
  get allowed() {
    return t("allowed");
  },
};

const LOOKS: Record<Verdict, { Icon: LucideIcon; tone: string }> = {
  refused: { Icon: ShieldX, tone: "text-warning" },
  failed: { Icon: CircleAlert, tone: "text-danger" },
  allowed: { Icon: Check, tone: "text-ink-3" },
};

type VerdictMarkProps = { verdict: Verdict | null; isWaiting?: boolean; className?: string };

/** Shows the outcome of a call or request; null while it runs or waits. */
export function VerdictMark({ verdict, isWaiting = false, className }: VerdictMarkProps) {
  const box = cn("inline-flex items-center gap-1.5 text-meta whitespace-nowrap", className);
  if (verdict === null)
    return (
      <span className={cn(box, "text-ink-2")}>
        {isWaiting ? (
          <MessageCircleQuestion aria-hidden className="size-4 shrink-0" />
        ) : (
          <Ring className="mx-0.5" />
        )}
        {isWaiting ? common("waitingForYou2") : common("running")}
      </span>
    );
  const { Icon, tone } = LOOKS[verdict];
  return (
    <span className={cn(box, tone)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {VERDICT_LABELS[verdict]}
    </span>
  );
}
