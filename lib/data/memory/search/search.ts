import { readableText } from "@/lib/shared/chat/body";
import { passageLink, placeLabel } from "@/lib/shared/file-place";
import { BLOCK_KINDS, MEMORY_LAYERS } from "@/lib/shared/memory/memory";
import { MAX_WAIT_MS, type MemoryHit, type SearchDomain } from "@/lib/shared/memory/memory-search";
import type { Marked } from "@/lib/shared/origins";
import { excerptOf } from "@/lib/shared/text/excerpt";
import { tokenize } from "@/lib/shared/text/words";
import { agentOfTexts } from "@/lib/store/data/file-texts";
import { readFoundPassages } from "@/lib/store/hot/file-texts";
import { readEntryContents } from "@/lib/store/hot/memory-search";
import { readBlocksWrittenIn } from "@/lib/store/memory/memory-search";
import { type MessageScope, readShown } from "@/lib/store/search/message-search";
import { embedderOf } from "../embedder";
import { CATCH_UP_MS, catchUp, indexPiecesOf } from "../indexing";
import { type RankedEntry, searchEntries } from "./entries";
import { type Meaning, meaningOf, searchMessages } from "./messages";
import { searchPassages } from "./passages";
import { foundByOf, WEIGHTS } from "./rank";
import { type Matcher, termsOf } from "./terms";

/**
 * A text with all words and the full meaning has this raw score. It is shown as 1, and higher scores are
 * capped.
 */
const WHOLE = WEIGHTS.words + WEIGHTS.meaning;

const [DAY_START, DAY_END] = ["00:00:00Z", "23:59:59.999Z"] as const;

export type SearchOptions = {
  domain?: SearchDomain;
  limit?: number;
  from?: string | undefined;
  to?: string | undefined;
  role?: MessageScope["role"];
  /**
   * The current conversation. Its messages are excluded from the results, but facts of its session are
   * included.
   */
  conversationId?: string | undefined;
  /** Only messages and facts of this project, and archive entries that were written in it. */
  projectId?: string | undefined;
  allBlocks?: boolean;
  /** Maximum wait for the query's vector in ms. After that, only words are searched. */
  waitMs?: number;
  isPartial?: boolean;
  length?: number;
};

/**
 * `marked` are the stored items in the results that have web origins. `web` are the web origins that the
 * conversations in the results had read.
 */
type Hits = {
  results: MemoryHit[];
  marked: Marked[];
  web: string[];
  byMeaning: boolean;
};

/**
 * Searches an agent's archive, facts, conversations and files by words and meaning. All tools and routes use this
 * search.
 */
export async function searchMemory(agentId: string, query: string, input: SearchOptions = {}): Promise<Hits> {
  const options = { ...input, from: timeBound(input.from, DAY_START), to: timeBound(input.to, DAY_END) };
  const { domain = "all", limit = 10, conversationId, length = 300, waitMs = MAX_WAIT_MS } = options;
  const meaning = meaningOf(embedderOf(agentId), query, waitMs);
  if (waitMs > 0) await catchUp(Math.min(waitMs, CATCH_UP_MS));
  const [terms, words] = [await termsOf(query, options.isPartial), new Set(tokenize(query))];
  const question = { terms, meaning, words };
  const [turns, entries, passages] = await Promise.all([
    domain === "all" || domain === "conversations"
      ? messages({ ...options, agentId, except: conversationId }, question, limit, length)
      : NOTHING,
    domain === "conversations" || domain === "files" || isBound(options)
      ? NOTHING
      : others(agentId, question, { ...options, domain, limit, length }),
    (domain === "all" || domain === "files") && !isBound(options)
      ? passagesOfFiles(agentId, question, { ...options, limit, length })
      : NOTHING,
  ]);
  const found = [...turns, ...entries, ...passages].sort((a, b) => b.hit.score - a.hit.score).slice(0, limit);
  return {
    results: found.map(({ hit }) => hit),
    marked: found.flatMap(({ marked }) => marked ?? []),
    web: [...new Set(found.flatMap(({ web }) => web ?? []))],
    byMeaning: (await meaning) !== null,
  };
}

/** A date without a time covers the whole day in UTC. */
const timeBound = (at: string | undefined, time: string) =>
  at !== undefined && /^\d{4}-\d\d-\d\d$/.test(at) ? `${at}T${time}` : at;

type Hit = { hit: MemoryHit; marked?: Marked; web?: string[] };
const NOTHING: Hit[] = [];

/** A search for a role is limited to messages even if it covers all domains, because only messages have a role. */
const isBound = ({ role, domain = "all" }: SearchOptions) => role !== undefined && domain === "all";

type Question = { terms: Awaited<ReturnType<typeof termsOf>>; meaning: Meaning; words: ReadonlySet<string> };

async function messages(
  scope: MessageScope,
  question: Question,
  limit: number,
  length: number,
): Promise<Hit[]> {
  const { ranked, matcher } = await searchMessages(scope, question);
  const best = ranked.slice(0, limit);
  const rows = await readShown(
    scope.agentId,
    best.map(({ turn }) => turn),
  );
  const shown = new Map(rows.map((row) => [`${row.conversationId} ${row.id}`, row]));
  return best.flatMap(({ turn, ...found }) => {
    const row = shown.get(`${turn.conversationId} ${turn.id}`);
    if (!row) return [];
    const hit: MemoryHit = {
      domain: "conversations",
      ...{ conversation_id: turn.conversationId, message_id: turn.id, title: row.title },
      excerpt: excerptOf(readableText(row.parts) || row.body, matcher.found, length),
      ...{ score: scoreOf(found.score), created_at: new Date(turn.createdAt).toISOString() },
      found_by: foundByOf(found, turn.createdAt),
    };
    return { hit, web: row.readWeb };
  });
}

async function others(
  agentId: string,
  question: Question,
  { domain = "all", limit = 10, allBlocks, conversationId, projectId, from, to, length = 300 }: SearchOptions,
): Promise<Hit[]> {
  const blocks = domain === "facts" ? [] : allBlocks ? BLOCK_KINDS : (["archival"] as const);
  const facts = domain === "archival_memory" ? [] : MEMORY_LAYERS;
  const scope = { blocks, facts, conversationId, projectId };
  const { ranked, matcher } = await searchEntries(agentId, scope, question);
  const dated = ranked.filter(({ entry }) => isWithin(entry.createdAt, from, to));
  const best = (await withinProject(agentId, dated, projectId)).slice(0, limit);
  const rows = await readEntryContents(
    agentId,
    best.map(({ entry }) => entry.id),
  );
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return best.flatMap(({ entry, ...found }) => {
    const row = rowById.get(entry.id);
    if (!row) return [];
    const { kind, name, origins } = row;
    const hit: MemoryHit = {
      ...(kind === "memory"
        ? {
            ...{ domain: "facts", memory_id: entry.id },
            conversation_id: row.source?.conversationId,
            message_id: row.source?.messageId,
          }
        : {
            ...{ domain: "archival_memory", label: entry.label },
            ...(entry.of !== "archival" && { kind: entry.of }),
          }),
      excerpt: excerpt(row.text, found, matcher, length),
      ...{ score: scoreOf(found.score), created_at: new Date(entry.createdAt).toISOString() },
      found_by: foundByOf(found, entry.createdAt),
    };
    return { hit, ...(origins.length > 0 && { marked: { kind, name, origins } }) };
  });
}

/** Blocks belong to no project, so only those count whose text was written in a conversation of it. */
async function withinProject(
  agentId: string,
  ranked: readonly RankedEntry[],
  projectId: string | undefined,
): Promise<readonly RankedEntry[]> {
  const blocks = ranked.flatMap(({ entry }) => (entry.kind === "block" ? [entry.id] : []));
  if (projectId === undefined || blocks.length === 0) return ranked;
  const written = await readBlocksWrittenIn(agentId, blocks, projectId);
  return ranked.filter(({ entry }) => entry.kind !== "block" || written.has(entry.id));
}

async function passagesOfFiles(
  ofAgent: string,
  question: Question,
  { limit = 10, projectId, from, to, length = 300 }: SearchOptions,
): Promise<Hit[]> {
  const agentId = await agentOfTexts(ofAgent);
  const { ranked, matcher } = await searchPassages({ agentId, projectId }, question);
  const best = ranked.filter(({ entry }) => isWithin(entry.createdAt, from, to)).slice(0, limit);
  const rows = await readFoundPassages(
    agentId,
    best.map(({ entry }) => entry.id),
  );
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return best.flatMap(({ entry, ...found }) => {
    const row = rowById.get(entry.id);
    if (!row) return [];
    const { text, place, origins } = row;
    const hit: MemoryHit = {
      ...{ domain: "files", file_id: entry.fileId, name: entry.name, place: placeLabel(place) },
      excerpt: excerptOf(text, found.words > 0 ? matcher.found : [], length),
      ...{ score: scoreOf(found.score), created_at: new Date(entry.createdAt).toISOString() },
      ...{ found_by: foundByOf(found, entry.createdAt), link: passageLink(entry.fileId, entry.ordinal) },
    };
    return { hit, ...(origins.length > 0 && { marked: { kind: "file", name: entry.fileId, origins } }) };
  });
}

const isWithin = (createdAt: string, from?: string, to?: string) =>
  (from === undefined || new Date(createdAt) >= new Date(from)) &&
  (to === undefined || new Date(createdAt) <= new Date(to));

/**
 * Returns an excerpt around a matching word. Without a match, returns the piece of the text that is closest
 * in meaning.
 */
function excerpt(
  text: string,
  { words, part }: Pick<RankedEntry, "words" | "part">,
  matcher: Matcher,
  length: number,
) {
  return words > 0 || part === 0
    ? excerptOf(text, matcher.found, length)
    : excerptOf(indexPiecesOf(text)[part] ?? text, [], length);
}

const scoreOf = (score: number): number => Math.round(Math.min(score / WHOLE, 1) * 1_000) / 1_000;
