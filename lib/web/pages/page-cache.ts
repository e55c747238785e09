import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { singleton } from "@/lib/ground/base/process";
import { plainAddress } from "./address";
import type { PageContent } from "./content";
import type { FetchInput } from "./fetch-input";

export type ReadPage = PageContent & {
  status: number;
  headers: Record<string, string>;
  /** URL after all redirects. */
  url: string;
};

type CachedPage = { read: ReadPage; question: string };
type Reader = { agentId: string; conversationId: string };

const MAX_BYTES = 64_000_000;
const TTL_MS = 15 * 60_000;

const cache = () =>
  singleton(
    "web.kept",
    () =>
      new LRUCache<string, CachedPage>({
        maxSize: MAX_BYTES,
        ttl: TTL_MS,
        sizeCalculation: ({ read }) => 2 * (read.body.length + (read.markdown?.length ?? 0)) + 10_000,
      }),
  );

/**
 * Caches a response in memory, so that its further parts can be read. Keeps only the newest response for each
 * address in a conversation.
 */
export function cachePage(reader: Reader, asking: FetchInput, read: ReadPage): void {
  const cached = { read, question: questionOf(asking) };
  for (const url of new Set([plainAddress(asking.url), read.url]))
    cache().set(keyOf(reader, { ...asking, url }), cached);
}

/**
 * Returns the cached response of a request. A request without method and body gets the newest response of the
 * address, whatever its method and body were.
 */
export function findCachedPage(reader: Reader, asking: FetchInput): ReadPage | undefined {
  if (!URL.canParse(asking.url)) return undefined;
  const cached = cache().get(keyOf(reader, { ...asking, url: plainAddress(asking.url) }));
  const isMeant = asking.method === undefined && asking.body === undefined;
  return cached && (isMeant || cached.question === questionOf(asking)) ? cached.read : undefined;
}

const keyOf = ({ agentId, conversationId }: Reader, { url, raw = false }: FetchInput) =>
  `${agentId}/${conversationId}/${raw}/${url}`;

const questionOf = ({ method = "GET", body = "" }: FetchInput) =>
  createHash("sha256").update(`${method} ${body}`).digest("base64");
