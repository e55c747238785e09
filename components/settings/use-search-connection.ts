"use client";

import { duration } from "@/components/chat/duration";
import { type SearchProviderView, type SearchView, searchTest } from "@/lib/shared/search";
import { saveSettings, testSearch } from "./api";
import { isSearchSetUp } from "./search-state";
import { useKeyForm } from "./use-key-form";

export type SearchConnectionProps = {
  engine: SearchProviderView;
  onSaved: (settings: SearchView) => void;
  onDirty: (isDirty: boolean) => void;
  /** Tells what came of trying what is saved. */
  onTested: (isWorking: boolean) => void;
};

/** What a search engine was given in the form: to be tried, saved, or taken away. */
export function useSearchConnection({ engine, onSaved, onDirty, onTested }: SearchConnectionProps) {
  const { id, needsKey, baseUrl } = engine;
  return useKeyForm({
    needs: needsKey ? "apiKey" : "baseUrl",
    isSetUp: isSearchSetUp(engine),
    savedUrl: baseUrl ?? "",
    takesUrl: true,
    shape: searchTest.shape,
    testing: "Searching for “weather”",
    change: async (wanted) => {
      const settings = await saveSettings({ search: { [id]: wanted } });
      onSaved(settings);
      return settings.search.find((other) => other.id === id)?.baseUrl ?? "";
    },
    attempt: async (given) => {
      const result = await testSearch({ provider: id, ...given });
      if (!given.apiKey && (given.baseUrl ?? baseUrl) === baseUrl) onTested(result.ok);
      if (!result.ok) return { kind: "bad", words: result.message };
      const { results, milliseconds } = result;
      const count = results === 1 ? "1 result" : `${results} results`;
      return { kind: "good", words: `Works: ${count} in ${duration(milliseconds)}.` };
    },
    onDirty,
  });
}
