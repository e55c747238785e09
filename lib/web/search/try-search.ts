import { hideSecret, redact } from "@/lib/ground/base/redact";
import type { Caller } from "@/lib/platform/egress/caller";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { SearchTest, SearchTestResult } from "@/lib/shared/search";
import type { SearchProvider } from "./provider";
import { searchProviders } from "./providers";
import { bare, type SearchReach, type StoredSearch, searchReach } from "./reach";
import { searchWeb } from "./search";

const QUESTION = { query: "weather", type: "web", maxResults: 5 } as const;

export async function trySearch(
  { provider: id, apiKey, baseUrl }: SearchTest,
  settings: StoredSearch,
  caller: Caller,
): Promise<SearchTestResult> {
  if (apiKey) hideSecret(apiKey);
  const saved = searchReach(searchProviders[id], settings);
  const overrides = { ...(apiKey && { apiKey, problem: null }), ...(baseUrl && { baseUrl: bare(baseUrl) }) };
  const began = performance.now();
  try {
    const results = await search({ ...saved, ...overrides }, caller);
    return { ok: true, results, milliseconds: Math.round(performance.now() - began) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ok: false, code: error.code, message: redact(error.message) };
  }
}

async function search({ provider, problem, apiKey, baseUrl }: SearchReach, caller: Caller): Promise<number> {
  if (problem || !baseUrl || (provider.needsKey && !apiKey)) throw lacking(provider, problem);
  return (await searchWeb(provider, QUESTION, { apiKey, baseUrl }, { caller })).length;
}

const lacking = ({ title, needsKey }: SearchProvider, problem: string | null) =>
  new AppError("invalid", problem ?? `${title} needs ${needsKey ? "a key" : "the address of its server"}.`);
