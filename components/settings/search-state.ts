import type { SearchProviderView, SearchView } from "@/lib/shared/search";
import type { SetupState } from "./setup-row";

export const isSearchSetUp = ({ needsKey, keyFrom, baseUrl }: SearchProviderView): boolean =>
  needsKey ? keyFrom !== null : baseUrl !== null;

/** Returns the user-facing state of a search engine. `isWorking` is false after a failed test. */
export function searchState(
  engine: SearchProviderView,
  { searchUsed }: SearchView,
  isWorking: boolean,
): SetupState {
  if (engine.problem || (!isWorking && isSearchSetUp(engine)))
    return { kind: "problem", words: "Does not work" };
  if (engine.id === searchUsed) return { kind: "ready", words: "In use" };
  return isSearchSetUp(engine) ? { kind: "spare", words: "Set up" } : { kind: "off", words: "Not set up" };
}
