import { cn } from "@/components/ui/cn";
import { Progress } from "@/components/ui/progress";
import { formatCharCount } from "./labels";

/** Share of the size limit from which on the figure is emphasized. */
const NEAR = 0.9;

type FillBarProps = { label: string; chars: number; limit: number; className?: string };

export function FillBar({ label, chars, limit, className }: FillBarProps) {
  const isNear = chars >= limit * NEAR;
  return (
    <div className={cn("flex items-center gap-2", className)}>
      <Progress
        value={chars}
        max={limit}
        aria-label={`${label} is filled`}
        aria-valuetext={formatCharCount(chars, limit)}
        className="w-18 shrink-0"
      />
      <span
        className={cn(
          "text-meta whitespace-nowrap text-ink-3 tabular-nums",
          isNear && "font-medium text-ink",
        )}
      >
        {chars.toLocaleString("en")} / {limit.toLocaleString("en")}
      </span>
    </div>
  );
}
