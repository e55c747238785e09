"use client";

import { Markdown } from "@/components/draw/markdown/markdown";
import { Ring } from "@/components/ui/kit/ring";
import type { Compaction } from "@/lib/shared/chat/compaction";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import { FoldLine } from "./fold";

type CompactionLineProps = {
  compaction: Exclude<Compaction, { state: "stopped" }>;
  id: string;
};

export function CompactionLine({ compaction, id }: CompactionLineProps) {
  if (compaction.state === "working")
    return (
      <p className="flex items-center gap-2.5 text-ui text-ink-2">
        <Ring />
        {t("summarising")}
      </p>
    );
  const { by, summary, messages } = compaction;
  return (
    <FoldLine id={id} label={by === "cut" ? t("shortened") : t("summarised")} about={t("summaryLabel")}>
      <p className="text-meta text-ink-2">
        {by === "cut" && `${t("cut")} `}
        {t("summaryNote", { count: messages })}
      </p>
      <Markdown text={summary} />
    </FoldLine>
  );
}
