import type { SearchProviderView, SearchView } from "@/lib/shared/search";

export type SearchState = { kind: "used" | "ready" | "off" | "problem"; words: string };

/** Whether what it needs is there; it may still not work. */
export const isSearchSetUp = ({ needsKey, keyFrom, baseUrl }: SearchProviderView): boolean =>
  needsKey ? keyFrom !== null : baseUrl !== null;

/** How a search engine stands, as a person would say it. `isWorking`: unless a test of it has failed. */
export function searchState(
  engine: SearchProviderView,
  { searchUsed }: SearchView,
  isWorking: boolean,
): SearchState {
  if (engine.problem || (!isWorking && isSearchSetUp(engine)))
    return { kind: "problem", words: "Does not work" };
  if (engine.id === searchUsed) return { kind: "used", words: "In use" };
  return isSearchSetUp(engine) ? { kind: "ready", words: "Set up" } : { kind: "off", words: "Not set up" };
}
