"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { wordsOf } from "@/components/settings/api";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import { blockName } from "@/lib/shared/memory/memory";
import type { BlockView } from "@/lib/shared/memory/memory-view";
import { BlockRow } from "./block-row";
import { RowsWait } from "./blocks-tab";
import { type Place, placeOfBlock } from "./memory-url";
import { type BlockActions, useArchive } from "./use-blocks";

const NewBlock = later(() => import("./new-block").then((module) => module.NewBlock));

type ArchiveTabProps = {
  actions: BlockActions;
  onGo: (place: Place) => void;
  onMerge: (block: BlockView) => void;
};

/** What is kept outside of the prompt, and looked up when it is needed. */
export function ArchiveTab({ actions, onGo, onMerge }: ArchiveTabProps) {
  const { blocks, error, older, reload } = useArchive();
  const [isNew, setIsNew] = useState(false);
  return (
    <section aria-labelledby="archive" className="min-w-0 rounded-sheet bg-sheet shadow-sheet">
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 pt-3 pb-3">
        <div className="min-w-40 flex-1">
          <h2 id="archive" className="text-prose font-medium">
            Archive
          </h2>
          <p className="text-ink-2">Longer texts that the agent searches and reads when it needs them.</p>
        </div>
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setIsNew(true)}>
          <Plus aria-hidden />
          New entry
        </Button>
      </header>
      {blocks ? (
        blocks.length > 0 ? (
          <ul aria-label="Archive" className="divide-y divide-line border-line border-t">
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
        ) : (
          <p className="px-4 pt-1 pb-4 text-ink-2">
            The archive is empty. The agent moves blocks here that are not needed every day.
          </p>
        )
      ) : error ? (
        <div className="flex flex-col items-start gap-2 px-4 pb-4">
          <p role="alert">The archive could not be read. {wordsOf(error)}</p>
          <Button variant="outline" onClick={reload}>
            Try again
          </Button>
        </div>
      ) : (
        <RowsWait />
      )}
      {older && (
        <div className="border-line border-t px-4 py-3">
          <Button variant="outline" aria-disabled={older.isBusy} onClick={() => older.load()}>
            {older.error ? "Not loaded. Try again" : "Show more"}
          </Button>
        </div>
      )}
      {isNew && (
        <NewBlock
          kind="archival"
          kinds={["archival"]}
          onMade={(block) => {
            void actions.renew();
            setIsNew(false);
            onGo(placeOfBlock(block));
          }}
          onClose={() => setIsNew(false)}
        />
      )}
    </section>
  );
}
