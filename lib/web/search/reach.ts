import { seal, unseal } from "@/lib/ground/base/seal";
import { SEARCH_PROVIDERS } from "@/lib/shared/search";
import type { Settings } from "@/lib/store/agents/settings";
import type { SearchAccess, SearchProvider } from "./provider";
import { searchProviders } from "./providers";

export type StoredSearch = Pick<Settings, "general" | "search">;

export type SearchReach = Partial<SearchAccess> & {
  provider: SearchProvider;
  hasKey: boolean;
  /** True if the required key or address is set, even if it does not work. */
  isSetUp: boolean;
  /** Message that says why the provider cannot be used although it is set up. */
  problem: string | null;
};

const UNREADABLE = "The stored key cannot be read with this EASEL_SECRET. Enter it again.";

const sealName = (provider: string) => `search:${provider} apiKey`;

export const sealSearchKey = (provider: string, apiKey: string) => seal(sealName(provider), apiKey);

export const bare = (baseUrl: string | undefined) => baseUrl?.replace(/\/+$/, "");

/** Returns the key and the address of a provider. Uses the provider's default address if none is saved. */
export function searchReach(provider: SearchProvider, { search }: Pick<StoredSearch, "search">): SearchReach {
  const { id, needsKey, defaultUrl } = provider;
  const saved = Object.hasOwn(search, id) ? search[id] : undefined;
  const apiKey = saved?.apiKey ? unseal(sealName(id), saved.apiKey) : undefined;
  const hasKey = Boolean(saved?.apiKey);
  return {
    provider,
    apiKey: apiKey ?? undefined,
    hasKey,
    baseUrl: bare(saved?.baseUrl ?? defaultUrl),
    isSetUp: needsKey ? hasKey : Boolean(saved?.baseUrl),
    problem: apiKey === null ? UNREADABLE : null,
  };
}

export function usedSearch(settings: StoredSearch): SearchReach | null {
  const reaches = SEARCH_PROVIDERS.map((id) => searchReach(searchProviders[id], settings)).filter(
    ({ isSetUp }) => isSetUp,
  );
  const chosen = reaches.find(({ provider }) => provider.id === settings.general.searchProvider);
  return chosen ?? reaches[0] ?? null;
}

export function searchLacks(settings: StoredSearch): string | null {
  const used = usedSearch(settings);
  if (!used) return "No search engine is set up in Settings → Web.";
  return used.problem && `${used.provider.title}: ${used.problem}`;
}
