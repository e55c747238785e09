import { t } from "@/lib/shared/i18n/en/settings";
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
    return { kind: "problem", words: t("doesNotWork") };
  if (engine.id === searchUsed) return { kind: "ready", words: t("inUse") };
  return isSearchSetUp(engine) ? { kind: "spare", words: t("setUp") } : { kind: "off", words: t("notSetUp") };
}
