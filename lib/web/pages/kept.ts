import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { owned } from "@/lib/ground/base/process";
import { plainAddress } from "./address";
import type { FetchInput } from "./asking";
import type { PageContent } from "./content";

/** An answer as far as it was read. */
export type ReadPage = PageContent & {
  status: number;
  headers: Record<string, string>;
  /** Where it came from, after all redirects. */
  url: string;
};

type Kept = { read: ReadPage; question: string };
type Reader = { agentId: string; conversationId: string };

const MAX_BYTES = 64_000_000;
const LONGEST_MS = 15 * 60_000;

const cache = () =>
  owned(
    "web.kept",
    () =>
      new LRUCache<string, Kept>({
        maxSize: MAX_BYTES,
        ttl: LONGEST_MS,
        sizeCalculation: ({ read }) => 2 * (read.body.length + (read.markdown?.length ?? 0)) + 10_000,
      }),
  );

/** Keeps an answer for the pages that follow: in memory, the newest of an address in a conversation. */
export function keepPage(reader: Reader, asking: FetchInput, read: ReadPage): void {
  const kept = { read, question: questionOf(asking) };
  for (const url of new Set([plainAddress(asking.url), read.url]))
    cache().set(keyOf(reader, { ...asking, url }), kept);
}

/** What was kept of this question; one that says no more than the address means whatever was asked there last. */
export function findKeptPage(reader: Reader, asking: FetchInput): ReadPage | undefined {
  if (!URL.canParse(asking.url)) return undefined;
  const kept = cache().get(keyOf(reader, { ...asking, url: plainAddress(asking.url) }));
  const isMeant = asking.method === undefined && asking.body === undefined;
  return kept && (isMeant || kept.question === questionOf(asking)) ? kept.read : undefined;
}

const keyOf = ({ agentId, conversationId }: Reader, { url, raw = false }: FetchInput) =>
  `${agentId}/${conversationId}/${raw}/${url}`;

const questionOf = ({ method = "GET", body = "" }: FetchInput) =>
  createHash("sha256").update(`${method} ${body}`).digest("base64");
