import { MousePointerClick, X } from "lucide-react";
import { type Place, pointLabel } from "@/lib/shared/chat/points";
import { t } from "@/lib/shared/i18n/en/chat";
import { t as common } from "@/lib/shared/i18n/en/common";

type PointChipsProps = {
  points: readonly Place[];
  onRemove?: (at: number) => void;
};

export function PointChips({ points, onRemove }: PointChipsProps) {
  if (points.length === 0) return null;
  return (
    <ul aria-label={common("pointedAt")} className="flex flex-wrap gap-1.5">
      {points.map((point, at) => {
        const label = pointLabel(point);
        return (
          <li
            key={JSON.stringify(point)}
            className="flex min-h-7 max-w-full min-w-0 items-center gap-1.5 rounded-in border border-line bg-fill pl-2 text-meta text-ink-2 not-has-[button]:pr-2"
          >
            <MousePointerClick aria-hidden className="size-3.5 shrink-0 text-accent" />
            <span className="min-w-0 truncate" title={point.text}>
              {label}
            </span>
            {onRemove && (
              <button
                type="button"
                aria-label={t("unpoint", { label })}
                onClick={() => onRemove(at)}
                className="flex size-7 shrink-0 items-center justify-center rounded-in hover:text-ink max-md:size-11"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
