import { packed, signsOf, vectorCellOf } from "@/lib/models/embedding/vector";
import {
  agentsWithTexts,
  claimUnembedded,
  endEmbedding,
  type NewVector,
  unembeddedPassages,
  writeVectors,
} from "@/lib/store/hot/file-texts";
import { embedderOf } from "../memory/embedder";
import { embedInBatches } from "../memory/indexing";

/** Passages that one claim of a file embeds. */
const CLAIMED = 256;
/** Passages that are read, embedded and stored together. */
const READ = 64;

/**
 * Embeds the passages of files until all have vectors, or `ms` has passed. Passages stay without one while the model
 * of their agent is unavailable; a search then finds them by words.
 */
export async function embedTexts(signal: AbortSignal, ms: number): Promise<void> {
  const end = performance.now() + ms;
  for (const { agentId, models } of await agentsWithTexts()) {
    const embedder = await embedderOf(agentId);
    if (models.every((model) => model === embedder.model)) continue;
    while (!signal.aborted && performance.now() < end && embedder.isAvailable()) {
      const fileId = await claimUnembedded(agentId, embedder.model);
      if (fileId === undefined) break;
      let isDone = false;
      try {
        isDone = await embedFile(agentId, fileId, embedder, signal);
      } finally {
        await endEmbedding(agentId, fileId, embedder.model, isDone);
      }
    }
  }
}

type Embedder = Awaited<ReturnType<typeof embedderOf>>;

/** Returns true if all passages of the file have a vector, or no words. */
async function embedFile(
  agentId: string,
  fileId: string,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<boolean> {
  const { model } = embedder;
  let after = "0";
  for (let count = 0; count < CLAIMED; ) {
    const some = await unembeddedPassages(agentId, fileId, { model, after }, READ);
    const last = some.at(-1);
    if (!last) return true;
    const texts = some.map(({ text, heading }) => (heading ? `${heading}\n${text}` : text));
    const vectors = await embedInBatches(embedder, texts, signal);
    if (!embedder.isAvailable()) return false;
    const rows = some.flatMap(({ id }, n): NewVector[] => {
      const vector = vectors[n];
      if (!vector?.some((value) => value !== 0)) return [];
      return [
        { passageId: id, model, cell: vectorCellOf(vector), signs: signsOf(vector), vector: packed(vector) },
      ];
    });
    if (rows.length > 0) await writeVectors(agentId, rows);
    after = last.id;
    count += some.length;
  }
  return false;
}
