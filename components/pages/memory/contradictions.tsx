import { Button } from "@/components/ui/button";
import { t } from "@/lib/shared/i18n/en/memory";
import type { Contradiction, Settle } from "./use-cleanup";

type ContradictionsProps = {
  /** Id of the fact at which they are shown. */
  of: string;
  contradictions: readonly Contradiction[];
  onSettle: Settle;
};

/** Facts that may contradict a fact, each with the actions that settle it. */
export const Contradictions = ({ of, contradictions, onSettle }: ContradictionsProps) =>
  contradictions.map(({ id, other, content, isNewer }) => (
    <div key={id} className="relative flex flex-wrap items-center gap-2 pt-1">
      <p className="min-w-50 flex-1 text-ink wrap-anywhere">
        {isNewer ? t("contradictsOlder", { content }) : t("contradictsNewer", { content })}
      </p>
      <Button
        variant="outline"
        size="sm"
        className="max-md:h-11"
        onClick={() => onSettle({ id, settled: "newer", older: isNewer ? other : of })}
      >
        {t("keepNewer")}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        className="max-md:h-11"
        onClick={() => onSettle({ id, settled: "kept" })}
      >
        {t("bothTrue")}
      </Button>
    </div>
  ));
