import { env } from "@/lib/ground/base/env";
import {
  SEARCH_PROVIDERS,
  type SearchChange,
  type SearchProviderView,
  type SearchView,
} from "@/lib/shared/search";
import type { SettingKey } from "@/lib/store/agents/change-settings";
import { searchProviders } from "./providers";
import { type StoredSearch, sealSearchKey, searchReach, usedSearch } from "./reach";

/** Returns the search settings for the client. Includes whether a key is stored, but never the key. */
export function viewSearch(settings: StoredSearch, egressAllow = env().EASEL_EGRESS_ALLOW): SearchView {
  return {
    searchProvider: settings.general.searchProvider ?? null,
    searchUsed: usedSearch(settings)?.provider.id ?? null,
    search: SEARCH_PROVIDERS.map((id): SearchProviderView => {
      const { title, needsKey, defaultUrl = null } = searchProviders[id];
      const { hasKey, problem } = searchReach(searchProviders[id], settings);
      const baseUrl = settings.search[id]?.baseUrl ?? null;
      return { id, title, needsKey, keyFrom: hasKey ? "settings" : null, baseUrl, defaultUrl, problem };
    }),
    egressAllow,
  };
}

export function storedSearch(changes: SearchChange = {}): Partial<Record<SettingKey, object>> {
  const stored: Partial<Record<SettingKey, object>> = {};
  for (const id of SEARCH_PROVIDERS) {
    const change = changes[id];
    if (!change) continue;
    const { apiKey, baseUrl } = change;
    stored[`search:${id}`] = { apiKey: apiKey ? sealSearchKey(id, apiKey) : apiKey, baseUrl };
  }
  return stored;
}
