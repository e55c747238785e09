"use client";

import { useState } from "react";
import { later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import { blockName } from "@/lib/shared/memory/memory";
import type { BlockView, FactView } from "@/lib/shared/memory/memory-view";
import { BlockRow } from "./block-row";
import { EntryRow } from "./entry-row";
import { FactRow } from "./fact-row";
import { KIND_LABELS } from "./labels";
import { MemoryList } from "./memory-list";
import { type Filter, type Place, SUMMARY_PLACE } from "./memory-url";
import type { BlockActions } from "./use-blocks";
import { useCleanup, useContradictionsOf, useSettle } from "./use-cleanup";
import { type Entry, useEntries, useEntrySearch } from "./use-entries";
import type { FactActions } from "./use-facts";

const WaitingFact = () => (
  <li className="px-4 py-3">
    <Skeleton className="h-60" />
  </li>
);
const FactOpen = later(() => import("./fact-open").then((module) => module.FactOpen), WaitingFact);
const NewEntry = later(() => import("./new-entry").then((module) => module.NewEntry));

type EntriesProps = {
  filter: Filter;
  place: Place;
  /** The place that was closed last. If it is a fact, its row gets the focus. */
  left: Place | undefined;
  now: string;
  actions: BlockActions;
  factActions: FactActions;
  onGo: (place: Place) => void;
  onClose: () => void;
  onMerge: (block: BlockView) => void;
  onMergeFact: (fact: FactView) => void;
};

/** Lists everything that the agent remembers. A fact opens in its place in the list. */
export function Entries(props: EntriesProps) {
  const { filter, place, left, now, actions, factActions, onGo, onClose, onMerge, onMergeFact } = props;
  const [text, setText] = useState(place.query ?? "");
  const [isNew, setIsNew] = useState(false);
  const [focused, setFocused] = useState<Place>();
  const onSettle = useSettle((fact) => void factActions.bringBack(fact));
  const contradictionsOf = useContradictionsOf(useCleanup().contradictions);
  const contradicting = [...contradictionsOf.keys()];
  const list = useEntries(filter, contradicting);
  const search = useEntrySearch(text, filter, contradicting);
  const isSearching = text.trim() !== "";
  const entries = isSearching ? search.found : list.entries;
  const openFact = place.kind === "facts" ? place.open : undefined;

  const factOpen = (id: string, listed?: FactView) => (
    <FactOpen
      key={id}
      {...{ id, listed, now, onSettle, onClose }}
      contradictions={contradictionsOf.get(id) ?? []}
      actions={factActions}
      onMerge={onMergeFact}
    />
  );
  const rowOf = (entry: Entry) => {
    if (entry.kind === "summary") return <SummaryRow key="summary" content={entry.content} onGo={onGo} />;
    if (entry.kind === "block")
      return <BlockRow key={blockName(entry.block)} {...{ block: entry.block, actions, onGo, onMerge }} />;
    const { fact, foundBy } = entry;
    if (fact.id === openFact) return factOpen(fact.id, fact);
    return (
      <FactRow
        key={fact.id}
        {...{ fact, foundBy, onSettle, onGo }}
        contradictions={contradictionsOf.get(fact.id) ?? []}
        onFocused={left !== focused && left?.open === fact.id ? () => setFocused(left) : undefined}
        actions={factActions}
        onMerge={onMergeFact}
      />
    );
  };
  const isListed = entries?.some((entry) => entry.kind === "fact" && entry.fact.id === openFact);
  // A fact that a link opens may be further down in the list than what is loaded.
  const linked = entries && openFact !== undefined && !isListed ? [factOpen(openFact)] : [];
  return (
    <>
      <MemoryList
        {...{ filter, text, isSearching }}
        onFilter={(filter) => onGo({ filter })}
        onText={setText}
        counts={list.counts}
        toCheck={contradicting.length}
        rows={entries && [...linked, ...entries.map(rowOf)]}
        error={isSearching ? search.error : list.error}
        onRetry={isSearching ? search.reload : list.reload}
        older={isSearching ? undefined : list.older}
        onNew={() => setIsNew(true)}
      />
      {isNew && (
        <NewEntry
          initial={filter === "archive" ? "archive" : filter === "blocks" ? "block" : "fact"}
          onMade={(made) => {
            void actions.renew();
            void factActions.renew();
            setIsNew(false);
            if (made) onGo(made);
          }}
          onClose={() => setIsNew(false)}
        />
      )}
    </>
  );
}

type SummaryRowProps = { content: string; onGo: (place: Place) => void };

const SummaryRow = ({ content, onGo }: SummaryRowProps) => (
  <EntryRow
    kind="summary"
    name={KIND_LABELS.summary.title}
    title={KIND_LABELS.summary.title}
    titleClass="font-medium"
    mind="always"
    place={SUMMARY_PLACE}
    onGo={onGo}
  >
    <p className="line-clamp-6 whitespace-pre-wrap wrap-anywhere text-ink-2">{content}</p>
  </EntryRow>
);
