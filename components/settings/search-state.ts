import type { SearchProviderView, SearchView } from "@/lib/shared/search";
import type { Standing } from "./setup-row";

/** Whether what it needs is there; it may still not work. */
export const isSearchSetUp = ({ needsKey, keyFrom, baseUrl }: SearchProviderView): boolean =>
  needsKey ? keyFrom !== null : baseUrl !== null;

/** How a search engine stands, as a person would say it. `isWorking`: unless a test of it has failed. */
export function searchState(
  engine: SearchProviderView,
  { searchUsed }: SearchView,
  isWorking: boolean,
): Standing {
  if (engine.problem || (!isWorking && isSearchSetUp(engine)))
    return { kind: "problem", words: "Does not work" };
  if (engine.id === searchUsed) return { kind: "ready", words: "In use" };
  return isSearchSetUp(engine) ? { kind: "spare", words: "Set up" } : { kind: "off", words: "Not set up" };
}
