"use client";

import { useState } from "react";
import { SearchField } from "@/components/client/shell/palette/search-field";
import { later } from "@/components/ui/later";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { MEMORY_LAYERS, type MemoryLayer } from "@/lib/shared/memory/memory";
import type { FactView } from "@/lib/shared/memory/memory-view";
import { FactRow } from "./fact-row";
import { LAYER_LABELS } from "./labels";
import { FirstSayings, MemoryList } from "./memory-list";
import type { Place } from "./memory-url";
import { type FactActions, useFactList, useFactSearch } from "./use-facts";

const NewFact = later(() => import("./new-fact").then((module) => module.NewFact));

type FactsTabProps = {
  query: string;
  actions: FactActions;
  onGo: (place: Place) => void;
  onMerge: (fact: FactView) => void;
};

/** Lists facts, optionally of one layer, or search results with the reasons for each match. */
export function FactsTab({ query: asked, actions, onGo, onMerge }: FactsTabProps) {
  const [layer, setLayer] = useState<MemoryLayer>();
  const [text, setText] = useState(asked);
  const [isNew, setIsNew] = useState(false);
  const list = useFactList(layer);
  const search = useFactSearch(text, layer);
  const isSearching = text.trim() !== "";
  const rows = isSearching ? search.found : list.facts?.map((fact) => ({ fact, foundBy: [] }));
  const error = isSearching ? search.error : list.error;
  const isEmpty = !isSearching && layer === undefined && rows?.length === 0;
  return (
    <>
      <MemoryList
        title="Facts"
        about="Short statements that are recalled when they fit what you say."
        newLabel="New fact"
        onNew={() => setIsNew(true)}
        filters={
          <>
            {!isEmpty && (
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pb-3">
                <ToggleGroup
                  type="single"
                  aria-label="How long they last"
                  value={layer ?? "all"}
                  onValueChange={(chosen) => setLayer(MEMORY_LAYERS.find((one) => one === chosen))}
                  className="max-w-full overflow-x-auto"
                >
                  <ToggleGroupItem value="all">All</ToggleGroupItem>
                  {MEMORY_LAYERS.map((one) => (
                    <ToggleGroupItem key={one} value={one} className="whitespace-nowrap">
                      {LAYER_LABELS[one].title}
                    </ToggleGroupItem>
                  ))}
                </ToggleGroup>
                <SearchField label="Search facts" text={text} onText={setText} />
              </div>
            )}
            <p role="status" className="sr-only">
              {isSearching && search.found && `${search.found.length} found`}
            </p>
          </>
        }
        rows={rows?.map(({ fact, foundBy }) => (
          <FactRow key={fact.id} {...{ fact, foundBy, actions, onGo, onMerge }} />
        ))}
        empty={
          isEmpty ? (
            <FirstSayings about="No facts yet. Tell the agent what to remember:" />
          ) : (
            <p className="px-4 pt-1 pb-4 text-ink-2 wrap-anywhere">
              {isSearching ? `Nothing matches “${text.trim()}”.` : "No facts with this lifetime."}
            </p>
          )
        }
        error={error}
        reload={isSearching ? search.reload : list.reload}
        older={!isSearching && list.older}
      />
      {isNew && (
        <NewFact
          onMade={({ id }) => {
            void actions.renew();
            setIsNew(false);
            onGo({ tab: "facts", open: id });
          }}
          onClose={() => setIsNew(false)}
        />
      )}
    </>
  );
}
