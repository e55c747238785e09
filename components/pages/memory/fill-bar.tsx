import { cn } from "@/components/ui/cn";
import { Progress } from "@/components/ui/progress";
import { t } from "@/lib/shared/i18n/en/memory";

/** Share of the size limit from which on a text counts as nearly full. */
const NEAR = 0.9;

export const isNearlyFull = (chars: number, limit: number): boolean => chars >= limit * NEAR;

type FillBarProps = { label: string; chars: number; limit: number; className?: string };

export function FillBar({ label, chars, limit, className }: FillBarProps) {
  const isNear = isNearlyFull(chars, limit);
  return (
    <div className={cn("flex items-center gap-2", className)}>
      <Progress
        value={chars}
        max={limit}
        aria-label={t("filled", { label })}
        aria-valuetext={t("charsOfLimit", { chars, limit })}
        className="w-18 shrink-0"
      />
      <span
        className={cn(
          "text-meta whitespace-nowrap text-ink-3 tabular-nums",
          isNear && "font-medium text-ink",
        )}
      >
        {t("charsOfLimitShort", { chars, limit })}
      </span>
    </div>
  );
}
