"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { SearchField } from "@/components/client/shell/palette/search-field";
import { wordsOf } from "@/components/settings/api";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { MEMORY_LAYERS, type MemoryLayer } from "@/lib/shared/memory/memory";
import type { FactView } from "@/lib/shared/memory/memory-view";
import { RowsWait } from "./blocks-tab";
import { FactRow } from "./fact-row";
import type { Place } from "./memory-url";
import { FirstSayings } from "./sayings";
import { type FactActions, useFactList, useFactSearch } from "./use-facts";
import { LAYER_WORDS } from "./words";

const NewFact = later(() => import("./new-fact").then((module) => module.NewFact));

type FactsTabProps = {
  /** What the address looks for. */
  query: string;
  actions: FactActions;
  onGo: (place: Place) => void;
  onMerge: (fact: FactView) => void;
};

/** Short statements, of all layers or of one; those that fit some words, with why they do. */
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
    <section aria-labelledby="facts" className="min-w-0 rounded-sheet bg-sheet shadow-sheet">
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 pt-3 pb-3">
        <div className="min-w-40 flex-1">
          <h2 id="facts" className="text-prose font-medium">
            Facts
          </h2>
          <p className="text-ink-2">Short statements that are recalled when they fit what you say.</p>
        </div>
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setIsNew(true)}>
          <Plus aria-hidden />
          New fact
        </Button>
      </header>
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
                {LAYER_WORDS[one].title}
              </ToggleGroupItem>
            ))}
          </ToggleGroup>
          <SearchField label="Search facts" text={text} onText={setText} />
        </div>
      )}
      <p role="status" className="sr-only">
        {isSearching && search.found && `${search.found.length} found`}
      </p>
      {rows ? (
        rows.length > 0 ? (
          <ul aria-label="Facts" className="divide-y divide-line border-line border-t">
            {rows.map(({ fact, foundBy }) => (
              <FactRow key={fact.id} {...{ fact, foundBy, actions, onGo, onMerge }} />
            ))}
          </ul>
        ) : isEmpty ? (
          <FirstSayings about="No facts yet. Say to the agent what it is to remember:" />
        ) : (
          <p className="px-4 pt-1 pb-4 text-ink-2 wrap-anywhere">
            {isSearching ? `Nothing fits “${text.trim()}”.` : "Nothing is kept for so long."}
          </p>
        )
      ) : error ? (
        <div className="flex flex-col items-start gap-2 px-4 pb-4">
          <p role="alert">The facts could not be read. {wordsOf(error)}</p>
          <Button variant="outline" onClick={isSearching ? search.reload : list.reload}>
            Try again
          </Button>
        </div>
      ) : (
        <RowsWait />
      )}
      {!isSearching && list.older && (
        <div className="border-line border-t px-4 py-3">
          <Button variant="outline" aria-disabled={list.older.isBusy} onClick={() => list.older?.load()}>
            {list.older.error ? "Not loaded. Try again" : "Show more"}
          </Button>
        </div>
      )}
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
    </section>
  );
}
