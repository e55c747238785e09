"use client";

import { GitMerge } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ScrollArea } from "@/components/ui/scroll-area";
import { t } from "@/lib/shared/i18n/en/versions";
import { diffOf } from "./diff";
import { TextDiff } from "./text-diff";

type ConflictProps = {
  mine: string;
  base: number;
  theirs: { version: number; text: string };
  isProse?: boolean;
  onTheirs: () => void;
  onMine: () => void;
};

export function Conflict({ mine, base, theirs, isProse, onTheirs, onMine }: ConflictProps) {
  const [isComparing, setIsComparing] = useState(false);
  return (
    <section
      aria-label={t("twoVersions")}
      className="flex shrink-0 flex-col gap-3 border-line border-y bg-warning-wash px-6 py-3 max-md:px-4"
    >
      <p role="alert" className="flex gap-2">
        <GitMerge aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
        <span>{t("conflict", { theirs: theirs.version, base })}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onMine}>{t("saveMine")}</Button>
        <Button variant="outline" onClick={onTheirs}>
          {t("takeTheirs")}
        </Button>
        <Button variant="outline" aria-expanded={isComparing} onClick={() => setIsComparing(!isComparing)}>
          {isComparing ? t("hideDifference") : t("compare")}
        </Button>
      </div>
      {isComparing && (
        <ScrollArea label={t("theirsToMine")} className="max-h-80 rounded-in border border-line bg-sheet">
          <TextDiff label={t("theirsToMine")} diff={diffOf(theirs.text, mine)} isProse={isProse} />
        </ScrollArea>
      )}
    </section>
  );
}
