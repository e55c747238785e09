"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { wordsOf } from "@/components/settings/api";
import { Button } from "@/components/ui/button";
import { countWords } from "@/components/ui/kit/words";
import { later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import { blockName, MAX_CONTEXT_CHARS } from "@/lib/shared/memory/memory";
import { totalsOf } from "@/lib/shared/memory/memory-limits";
import type { BlockView } from "@/lib/shared/memory/memory-view";
import { BlockRow } from "./block-row";
import { FillBar } from "./fill-bar";
import { type Place, placeOfBlock, SUMMARY } from "./memory-url";
import { FirstSayings } from "./sayings";
import { SummaryCard } from "./summary-card";
import { type BlockActions, useContextBlocks } from "./use-blocks";

const NewBlock = later(() => import("./new-block").then((module) => module.NewBlock));

type BlocksTabProps = {
  actions: BlockActions;
  onGo: (place: Place) => void;
  onMerge: (block: BlockView) => void;
};

/** What stands in every conversation, as the agent sees it. */
export function BlocksTab({ actions, onGo, onMerge }: BlocksTabProps) {
  const { blocks, error, reload } = useContextBlocks();
  const [isNew, setIsNew] = useState(false);
  return (
    <div className="flex flex-col gap-6 max-md:gap-4">
      <SummaryCard onOpen={() => onGo({ tab: "blocks", open: SUMMARY })} />
      <section aria-labelledby="blocks" className="min-w-0 rounded-sheet bg-sheet shadow-sheet">
        <header className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 pt-3 pb-3">
          <div className="min-w-40 flex-1">
            <h2 id="blocks" className="text-prose font-medium">
              Blocks
            </h2>
            <p className="text-ink-2">Texts under a label, each with a limit and with who may change it.</p>
          </div>
          <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setIsNew(true)}>
            <Plus aria-hidden />
            New block
          </Button>
        </header>
        {blocks ? (
          blocks.length > 0 ? (
            <>
              <ul aria-label="Blocks" className="divide-y divide-line border-line border-t">
                {blocks.map((block) => (
                  <BlockRow
                    key={blockName(block)}
                    block={block}
                    actions={actions}
                    onGo={onGo}
                    onMerge={onMerge}
                  />
                ))}
              </ul>
              <Totals blocks={blocks} />
            </>
          ) : (
            <FirstSayings about="No blocks yet. Say to the agent what it is to keep in mind:" />
          )
        ) : error ? (
          <div className="flex flex-col items-start gap-2 px-4 pb-4">
            <p role="alert">The blocks could not be read. {wordsOf(error)}</p>
            <Button variant="outline" onClick={reload}>
              Try again
            </Button>
          </div>
        ) : (
          <RowsWait />
        )}
      </section>
      {isNew && (
        <NewBlock
          kind="core"
          kinds={["core", "working"]}
          onMade={(block) => {
            void actions.renew();
            setIsNew(false);
            onGo(placeOfBlock(block));
          }}
          onClose={() => setIsNew(false)}
        />
      )}
    </div>
  );
}

function Totals({ blocks }: { blocks: readonly BlockView[] }) {
  const { contextBlocks, contextChars } = totalsOf(blocks);
  return (
    <footer className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-2.5 text-meta text-ink-3">
      <span>{countWords(contextBlocks, "block")} together</span>
      <FillBar label="All blocks together" chars={contextChars} limit={MAX_CONTEXT_CHARS} />
    </footer>
  );
}

export const RowsWait = () => (
  <div className="flex flex-col gap-2 p-4 pt-1">
    {["first", "second", "third"].map((row) => (
      <Skeleton key={row} className="h-17" />
    ))}
  </div>
);
