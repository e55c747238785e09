"use client";

import { type ComponentProps, useState } from "react";
import { formatCount } from "@/components/ui/kit/format";
import { later } from "@/components/ui/later";
import { type BlockKind, blockName, MAX_CONTEXT_CHARS } from "@/lib/shared/memory/memory";
import { totalsOf } from "@/lib/shared/memory/memory-limits";
import type { BlockView } from "@/lib/shared/memory/memory-view";
import { BlockRow } from "./block-row";
import { FillBar } from "./fill-bar";
import { FirstSayings, MemoryList } from "./memory-list";
import { type Place, placeOfBlock, SUMMARY } from "./memory-url";
import { SummaryCard } from "./summary-card";
import { type BlockActions, useArchive, useContextBlocks } from "./use-blocks";

const NewBlock = later(() => import("./new-block").then((module) => module.NewBlock));

type TabProps = {
  actions: BlockActions;
  onGo: (place: Place) => void;
  onMerge: (block: BlockView) => void;
};

export function BlocksTab(props: TabProps) {
  const list = useContextBlocks();
  return (
    <div className="flex flex-col gap-6 max-md:gap-4">
      <SummaryCard onOpen={() => props.onGo({ tab: "blocks", open: SUMMARY })} />
      <BlockList
        {...{ ...props, ...list }}
        title="Blocks"
        about="Labelled texts, each with a size limit and a permission."
        newLabel="New block"
        kinds={["core", "working"]}
        empty={<FirstSayings about="No blocks yet. Tell the agent what to keep in mind:" />}
        footer={list.blocks && <Totals blocks={list.blocks} />}
      />
    </div>
  );
}

export const ArchiveTab = (props: TabProps) => (
  <BlockList
    {...{ ...props, ...useArchive() }}
    title="Archive"
    about="Longer texts that the agent searches and reads when it needs them."
    newLabel="New entry"
    kinds={["archival"]}
    empty={
      <p className="px-4 pt-1 pb-4 text-ink-2">
        The archive is empty. The agent moves blocks here that are not needed every day.
      </p>
    }
  />
);

type BlockListProps = TabProps &
  Omit<ComponentProps<typeof MemoryList>, "rows" | "onNew"> & {
    blocks: readonly BlockView[] | undefined;
    /** Kinds that a new block can have. */
    kinds: readonly [BlockKind, ...BlockKind[]];
  };

function BlockList({ blocks, kinds, actions, onGo, onMerge, ...list }: BlockListProps) {
  const [isNew, setIsNew] = useState(false);
  return (
    <>
      <MemoryList
        {...list}
        onNew={() => setIsNew(true)}
        rows={blocks?.map((block) => (
          <BlockRow key={blockName(block)} block={block} actions={actions} onGo={onGo} onMerge={onMerge} />
        ))}
      />
      {isNew && (
        <NewBlock
          kinds={kinds}
          onMade={(block) => {
            void actions.renew();
            setIsNew(false);
            onGo(placeOfBlock(block));
          }}
          onClose={() => setIsNew(false)}
        />
      )}
    </>
  );
}

function Totals({ blocks }: { blocks: readonly BlockView[] }) {
  const { contextBlocks, contextChars } = totalsOf(blocks);
  return (
    <footer className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-2.5 text-meta text-ink-3">
      <span>{formatCount(contextBlocks, "block")} together</span>
      <FillBar label="All blocks together" chars={contextChars} limit={MAX_CONTEXT_CHARS} />
    </footer>
  );
}
