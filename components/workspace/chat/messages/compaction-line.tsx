"use client";

import { Markdown } from "@/components/draw/markdown/markdown";
import { Ring } from "@/components/ui/kit/ring";
import type { Compaction } from "@/lib/shared/chat/compaction";
import { FoldLine } from "./fold";

type CompactionLineProps = {
  compaction: Exclude<Compaction, { state: "stopped" }>;
  id: string;
};

const LABELS = {
  model: "Earlier messages were summarised",
  cut: "Earlier messages were shortened",
};

export function CompactionLine({ compaction, id }: CompactionLineProps) {
  if (compaction.state === "working")
    return (
      <p className="flex items-center gap-2.5 text-ui text-ink-2">
        <Ring />
        Summarising earlier messages
      </p>
    );
  const { by, summary, messages } = compaction;
  return (
    <FoldLine id={id} label={LABELS[by]} about="Summary for the agent">
      <p className="text-meta text-ink-2">
        {by === "cut" && "The model could not summarise them, so long texts were cut. "}
        The agent now reads this summary instead of {messages === 1 ? "one message" : `${messages} messages`},
        and the newest ones in full. You still see all of them, and search finds them.
      </p>
      <Markdown text={summary} />
    </FoldLine>
  );
}
