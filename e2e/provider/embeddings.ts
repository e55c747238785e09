import { createHash } from "node:crypto";
import { z } from "zod";
import { Refused } from "./format.ts";

export const EMBEDDINGS = "/v1/embeddings";

const request = z.looseObject({
  model: z.string().min(1),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(2048)]),
  encoding_format: z.literal("float").optional(),
});

/** `fake-embedding-64` has 64 components. The default is 1,536. */
const MODEL = /^fake-embedding(?:-(\d{1,4}))?$/;

/** Implements OpenAI's embeddings. Texts are similar if they share words, compared by their first letters. */
export function embeddings(body: unknown) {
  const { model, input } = request.parse(body);
  const [, size = "1536"] = MODEL.exec(model) ?? [];
  if (!MODEL.test(model)) throw new Refused(`The model '${model}' does not exist`, 404, "model_not_found");
  const inputs = [input].flat();
  const tokens = inputs.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
  return {
    texts: inputs,
    answer: {
      object: "list",
      data: inputs.map((text, index) => ({
        ...{ object: "embedding", index },
        embedding: vectorOf(text, Number(size)),
      })),
      model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    },
  };
}

function vectorOf(text: string, size: number): number[] {
  const sum = new Array<number>(size).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const bytes = createHash("shake256", { outputLength: size }).update(word.slice(0, 5)).digest();
    for (const [n, byte] of bytes.entries()) sum[n] = (sum[n] ?? 0) + byte - 127.5;
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}
