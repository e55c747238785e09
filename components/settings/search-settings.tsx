"use client";

import { Accordion } from "radix-ui";
import { useState } from "react";
import type { SearchView } from "@/lib/shared/search";
import { SearchChoice } from "./search-choice";
import { SearchRow } from "./search-row";
import { isSearchSetUp } from "./search-state";

/** The search engines that the agent can ask, and which of them it does. */
export function SearchSettings({ settings: known }: { settings: SearchView }) {
  const [settings, setSettings] = useState(known);
  const { search, searchProvider } = settings;
  const hasChoice = searchProvider !== null || search.filter(isSearchSetUp).length > 1;
  return (
    <>
      <section aria-labelledby="engines" className="flex flex-col gap-2">
        <h2 id="engines" className="text-prose font-medium max-md:px-1">
          Search engines
        </h2>
        <Accordion.Root
          type="single"
          collapsible
          className="divide-y divide-line rounded-sheet bg-sheet shadow-sheet"
        >
          {search.map((engine) => (
            <SearchRow key={engine.id} engine={engine} settings={settings} onSaved={setSettings} />
          ))}
        </Accordion.Root>
        {settings.searchUsed === null && (
          <p className="text-ink-2 max-md:px-1">
            One is enough. Without one the agent cannot search the web.
          </p>
        )}
      </section>
      {hasChoice && <SearchChoice settings={settings} onSaved={setSettings} />}
    </>
  );
}
