import { setTimeout as delay } from "node:timers/promises";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { packed, signsOf, vectorCellOf } from "@/lib/models/embedding/vector";
import { readableText } from "@/lib/shared/chat/body";
import { piecesOf } from "@/lib/shared/text/pieces";
import { tokenize } from "@/lib/shared/text/words";
import {
  addSearchWords,
  deleteUnusedWords,
  finishIndexing,
  type NewEmbedding,
  type Queued,
  queueOtherModels,
  readEmbeddedAgents,
  readSearchQueue,
  writeEmbeddings,
} from "@/lib/store/search/search-index";
import { type Embedder, embedderOf } from "./embedder";

/**
 * Items that one round indexes. Also the number of texts with vectors of another model that are queued at
 * once.
 */
const BATCH = 64;
const ROUND_MS = 20_000;
/** A search waits this long for new texts to be indexed. */
export const CATCH_UP_MS = 2_500;
/** While more texts are queued than one round indexes, a search waits only this long. */
const BEHIND_MS = 100;
/**
 * A longer text is split into pieces of this length with a vector each; pieces beyond MAX_PIECES have none.
 */
const PIECE = 900;
const MAX_PIECES = 250;
/**
 * Limit for messages. It is lower because users search for the beginning of a message, not for the end of
 * long output.
 */
const MAX_MESSAGE_PIECES = 6;
/**
 * At most this many words of a text are stored to correct misspelled queries. Words shorter than MIN_WORD are
 * not stored, because they are rarely misspelled.
 */
const MAX_WORDS = 2_000;
const MIN_WORD = 4;
const MAX_WORD = 32;

/**
 * Deletes the words of removed items, then indexes new texts, newest first, by storing their words and
 * vectors. Last, embeds texts again whose vectors are of a model that their agent no longer uses. Returns
 * when the queue is empty or `ms` has passed. Idempotent. Texts stay queued while their agent's model is
 * unavailable.
 */
export async function indexWritten(signal: AbortSignal, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end && (await deleteUnusedWords(BATCH)) > 0);
  while (performance.now() < end) if (!(await indexQueued(signal)) && !(await queueOutdated())) return;
}

/** Queues texts with vectors of a model that their agent no longer uses. Returns true if there were any. */
async function queueOutdated(): Promise<boolean> {
  for (const agentId of await readEmbeddedAgents()) {
    const embedder = await embedderOf(agentId);
    if (embedder.isAvailable() && (await queueOtherModels(agentId, embedder.model, BATCH)) > 0) return true;
  }
  return false;
}

const catching = () =>
  singleton("search of what is new", () => ({ round: null as Promise<unknown> | null, isBehind: false }));

/**
 * Indexes the newest texts before a search. Returns after at most `ms`, or after 0.1 s if more texts are
 * queued than one round indexes. Other texts are indexed in the background; until then, a search finds them
 * by words only.
 */
export async function catchUp(ms: number): Promise<void> {
  const state = catching();
  state.round ??= indexQueued(AbortSignal.timeout(ROUND_MS))
    .catch((error) => log.warn("New texts could not be embedded; they are found by words only", error))
    .finally(() => {
      state.round = null;
    });
  const { round } = state;
  const within = (timeoutMs: number) => Promise.race([round, delay(timeoutMs, undefined, { ref: false })]);
  await within(Math.min(ms, BEHIND_MS));
  if (ms > BEHIND_MS && state.round === round && !state.isBehind) await within(ms - BEHIND_MS);
}

/** Indexes a batch of the queue. Returns false if nothing was queued or no model is available. */
async function indexQueued(signal: AbortSignal): Promise<boolean> {
  const without: string[] = [];
  for (;;) {
    const queued = await readSearchQueue(BATCH, without);
    if (without.length === 0) catching().isBehind = queued.length === BATCH;
    if (queued.length === 0) return false;
    let isDone = false;
    for (const [agentId, own] of Map.groupBy(queued, ({ agentId }) => agentId)) {
      if (await indexItems(await embedderOf(agentId), own, signal)) isDone = true;
      else without.push(agentId);
    }
    if (isDone) return true;
  }
}

/** Indexes items of one agent. Returns false if its model is unavailable; the items then stay queued. */
async function indexItems(
  embedder: Embedder,
  queued: readonly Queued[],
  signal: AbortSignal,
): Promise<boolean> {
  const items = queued.map((item) => ({ ...item, text: textOf(item) }));
  // Store the words before the vectors, because they do not need the embedding model.
  await addSearchWords(
    items.flatMap(({ agentId, text }) => vocabulary(text).map((word) => ({ agentId, word }))),
  );
  const rows = await embedAll(embedder, items, signal);
  if (!embedder.isAvailable()) return false;
  await writeEmbeddings(items.map(subjectOf), rows);
  await finishIndexing(items.flatMap(({ ids }) => ids));
  return true;
}

type Item = Queued & { text: string };

const textOf = ({ text, parts }: Queued): string => text ?? readableText(parts);

const subjectOf = ({ conversationId, messageId, blockId, memoryId }: Queued) => ({
  ...{ conversationId, messageId, blockId, memoryId },
});

async function embedAll(
  embedder: Embedder,
  items: readonly Item[],
  signal: AbortSignal,
): Promise<NewEmbedding[]> {
  const { model } = embedder;
  const pieces = items.flatMap((item) => {
    const maxPieces = item.messageId === null ? MAX_PIECES : MAX_MESSAGE_PIECES;
    return indexPiecesOf(item.text)
      .slice(0, maxPieces)
      .map((text, part) => ({ thing: item, text, part }));
  });
  const texts = pieces.map(({ text }) => text);
  const vectors = await embedInBatches(embedder, texts, signal);
  return pieces.flatMap(({ thing: item, part }, n): NewEmbedding[] => {
    const vector = vectors[n];
    if (!vector?.some((value) => value !== 0)) return [];
    const where = { ...subjectOf(item), agentId: item.agentId, part, model };
    return [{ ...where, cell: vectorCellOf(vector), signs: signsOf(vector), vector: packed(vector) }];
  });
}

/** Embeds texts in batches, as many at the same time as the embedder permits. Texts that it rejects have no vector. */
export async function embedInBatches(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(Float32Array | undefined)[]> {
  const vectors: (Float32Array | undefined)[] = [];
  let next = 0;
  const embedNext = async () => {
    while (next < texts.length && embedder.isAvailable()) {
      const from = next;
      next += embedder.maxTexts;
      const batch = await vectorsOf(embedder, texts.slice(from, next), signal);
      for (const [n, vector] of batch.entries()) vectors[from + n] = vector;
    }
  };
  await Promise.all(Array.from({ length: embedder.maxBatches() }, embedNext));
  return vectors;
}

/**
 * Embeds a batch of texts. If that fails, embeds them one by one, so that a text that the model rejects does
 * not cost the other texts their vectors.
 */
async function vectorsOf(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(Float32Array | undefined)[]> {
  const all = await embedder.embed(texts, signal);
  if (all || !embedder.isAvailable()) return all ?? [];
  const alone: (Float32Array | undefined)[] = [];
  for (const text of texts) alone.push((await embedder.embed([text], signal))?.[0]);
  return alone;
}

export const indexPiecesOf = (text: string): string[] =>
  piecesOf(text.trim(), PIECE)
    .map((piece) => piece.trim())
    .filter(Boolean);

/** Returns the words of a text that are stored to correct misspelled queries. */
export function vocabulary(text: string): string[] {
  const words = new Set<string>();
  for (const word of tokenize(text)) {
    if (words.size >= MAX_WORDS) break;
    if (word.length >= MIN_WORD && word.length <= MAX_WORD && !/\d/.test(word)) words.add(word);
  }
  return [...words];
}
