"use client";

import { Check, ChevronRight, CircleAlert } from "lucide-react";
import { Accordion } from "radix-ui";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import type { SearchProviderView, SearchView } from "@/lib/shared/search";
import { SEARCH_FACTS } from "./search-facts";
import { SearchForm } from "./search-form";
import { type SearchState, searchState } from "./search-state";

type SearchRowProps = {
  engine: SearchProviderView;
  settings: SearchView;
  onSaved: (settings: SearchView) => void;
};

/** One search engine: how it stands, and, opened, what it needs. */
export function SearchRow({ engine, settings, onSaved }: SearchRowProps) {
  const { id, title, problem } = engine;
  const { about, before } = SEARCH_FACTS[id];
  const [isDirty, setIsDirty] = useState(false);
  const [isWorking, setIsWorking] = useState(true);
  const state = searchState(engine, settings, isWorking);
  return (
    <Accordion.Item value={id} id={id} className="scroll-mt-4">
      <Accordion.Header className="flex">
        <Accordion.Trigger
          className={cn(
            "group flex min-h-11 min-w-0 flex-1 items-center gap-3 px-4 py-2 text-left transition-colors hover:bg-fill-hover",
            "-outline-offset-2 in-first:rounded-t-sheet in-last:data-[state=closed]:rounded-b-sheet",
          )}
        >
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-ink-2 transition-transform group-data-[state=open]:rotate-90"
          />
          <span className="flex min-w-0 flex-1 gap-x-3 max-md:flex-col">
            <span className="shrink-0 font-medium">{title}</span>
            <span className="min-w-0 flex-1 truncate text-ink-3 max-md:hidden">{about}</span>
            <Standing state={isDirty ? { kind: "off", words: "Not saved yet" } : state} />
          </span>
        </Accordion.Trigger>
      </Accordion.Header>
      {/* Kept while closed: what was typed is there again. */}
      <Accordion.Content forceMount className="data-[state=closed]:hidden">
        <div className="flex flex-col gap-4 pt-2 pr-5 pb-5 pl-11 max-md:px-4">
          {problem && (
            <p className="flex gap-2">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
              <span className="min-w-0 wrap-anywhere">{problem}</span>
            </p>
          )}
          {before && <p className="max-w-prose text-ink-2">{before}</p>}
          <SearchForm engine={engine} onSaved={onSaved} onDirty={setIsDirty} onTested={setIsWorking} />
        </div>
      </Accordion.Content>
    </Accordion.Item>
  );
}

function Standing({ state: { kind, words } }: { state: SearchState }) {
  return (
    <span
      className={cn(
        "flex shrink-0 items-center gap-1.5 max-md:text-meta",
        kind === "off" ? "text-ink-3" : "text-ink-2",
      )}
    >
      {kind === "used" && <Check aria-hidden className="size-4 shrink-0 text-success" />}
      {kind === "problem" && <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />}
      {words}
    </span>
  );
}
