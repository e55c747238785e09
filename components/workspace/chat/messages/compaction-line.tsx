"use client";

import { ChevronDown } from "lucide-react";
import { Markdown } from "@/components/draw/markdown/markdown";
import { Ring } from "@/components/ui/kit/ring";
import type { Compaction } from "@/lib/shared/chat/compaction";
import { useOpened } from "../use-opened";

type CompactionLineProps = {
  compaction: Exclude<Compaction, { state: "stopped" }>;
  /** Of its row. */
  id: string;
};

const WORDS = {
  model: "Earlier messages were summarised",
  cut: "Earlier messages were shortened",
};

/** Where the agent no longer reads what stands above word for word; opens to what it reads instead. */
export function CompactionLine({ compaction, id }: CompactionLineProps) {
  const { isOpen, details } = useOpened(id);
  if (compaction.state === "working")
    return (
      <p className="flex items-center gap-2.5 text-ui text-ink-2">
        <Ring />
        Summarising earlier messages
      </p>
    );
  const { by, summary, messages } = compaction;
  return (
    <details {...details} className="group/summary text-ui">
      <summary className="flex min-h-8 list-none items-center gap-3 text-meta text-ink-2 hover:text-ink max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <span aria-hidden className="h-px flex-1 bg-line-strong" />
        <span className="flex items-center gap-1.5">
          {WORDS[by]}
          <ChevronDown
            aria-hidden
            className="size-4 text-ink-3 transition-transform group-open/summary:rotate-180"
          />
        </span>
        <span aria-hidden className="h-px flex-1 bg-line-strong" />
      </summary>
      {isOpen && (
        <section
          aria-label="Summary for the agent"
          className="mt-2 flex flex-col gap-3 rounded-sheet border border-line bg-fill-hover px-3.5 py-3"
        >
          <p className="text-meta text-ink-2">
            {by === "cut" && "The model could not summarise them, so long texts were cut. "}
            In place of {messages === 1 ? "one message" : `${messages} messages`} the agent now reads this;
            the newest ones it still reads word for word. You see all of them, and so does search.
          </p>
          <Markdown text={summary} />
        </section>
      )}
    </details>
  );
}
