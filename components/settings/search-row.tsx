"use client";

import { useState } from "react";
import type { SearchProviderView, SearchView } from "@/lib/shared/search";
import { SEARCH_FACTS } from "./search-facts";
import { SearchForm } from "./search-form";
import { searchState } from "./search-state";
import { SetupRow } from "./setup-row";

type SearchRowProps = {
  engine: SearchProviderView;
  settings: SearchView;
  onSaved: (settings: SearchView) => void;
};

/** One search engine. */
export function SearchRow({ engine, settings, onSaved }: SearchRowProps) {
  const { id, title, problem } = engine;
  const { about, before } = SEARCH_FACTS[id];
  const [isDirty, setIsDirty] = useState(false);
  const [isWorking, setIsWorking] = useState(true);
  const standing = searchState(engine, settings, isWorking);
  return (
    <SetupRow {...{ id, title, about, standing, isDirty, problem }}>
      {before && <p className="max-w-prose text-ink-2">{before}</p>}
      <SearchForm engine={engine} onSaved={onSaved} onDirty={setIsDirty} onTested={setIsWorking} />
    </SetupRow>
  );
}
