import { setTimeout as wait } from "node:timers/promises";
import type { Caller } from "@/lib/platform/egress/caller";
import { type GuardedAnswer, guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { isAppError } from "@/lib/shared/errors";
import type { SearchAccess, SearchProvider, SearchQuestion } from "./provider";
import { noAnswer, searchRefusalOf, searchRefused, unreachable } from "./refusal";
import type { SearchResult } from "./results";

type Asking = {
  caller: Caller;
  signal?: AbortSignal;
  fetch?: typeof guardedFetch;
};

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 2_000_000;
/** If the provider asks for a longer wait, the search fails at once. */
const MAX_WAIT_MS = 5_000;
/** Request this many times the wanted results, because some are invalid or duplicates. */
const SPARE = 2;

/**
 * Queries a search engine. Returns at most `maxResults` results, best first, with plain text. Throws an AppError
 * with a message about the key, the quota, the rate limit, the connection or an unknown response.
 */
export async function searchWeb(
  provider: SearchProvider,
  { maxResults, ...question }: SearchQuestion,
  access: SearchAccess,
  asking: Asking,
): Promise<SearchResult[]> {
  const asked = { ...question, maxResults: maxResults * SPARE };
  const answer = await ask(provider, asked, access, asking);
  const body = json(answer);
  if (answer.status < 200 || answer.status > 299)
    throw searchRefused(provider, answer, body, waitMs(provider, answer.headers));
  const hits = provider.hits(body, asked);
  if (!hits) throw noAnswer(provider, answer.url);
  // Import on demand, because the HTML parser is large and most conversations never search.
  const { tidyResults } = await import("./results");
  return tidyResults(hits, maxResults, new Date());
}

/** Sends the request. Retries it once if the provider asks for a short wait. */
async function ask(
  provider: SearchProvider,
  question: SearchQuestion,
  access: SearchAccess,
  asking: Asking,
): Promise<GuardedAnswer> {
  const answer = await send(provider, question, access, asking);
  if (answer.status !== 429 || searchRefusalOf(provider, 429, json(answer)) === "quota") return answer;
  const ms = waitMs(provider, answer.headers);
  if (ms === undefined || ms > MAX_WAIT_MS) return answer;
  await wait(ms, undefined, { signal: asking.signal });
  return send(provider, question, access, asking);
}

async function send(
  provider: SearchProvider,
  question: SearchQuestion,
  access: SearchAccess,
  { caller, signal, fetch = guardedFetch }: Asking,
): Promise<GuardedAnswer> {
  const { url, ...request } = provider.request(question, access);
  const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS };
  return fetch(url, { ...request, ...limits, caller, signal }).catch((error: unknown) => {
    throw isAppError(error) ? unreachable(provider, url, error) : error;
  });
}

function json({ bytes }: GuardedAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function waitMs({ waitMs }: SearchProvider, headers: Headers): number | undefined {
  const after = headers.get("retry-after");
  const seconds = after === null ? Number.NaN : Number(after);
  const ms = Number.isNaN(seconds) ? Date.parse(after ?? "") - Date.now() : seconds * 1_000;
  return Number.isFinite(ms) ? Math.max(0, ms) : waitMs?.(headers);
}
