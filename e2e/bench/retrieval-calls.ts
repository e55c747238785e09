import { newAgent } from "@/lib/code/history/testing/agents";
import { ownEmbedder } from "@/lib/data/memory/embedder";
import { indexWritten } from "@/lib/data/memory/indexing";
import { meaningOf, searchMessages } from "@/lib/data/memory/search/messages";
import { WEIGHTS, type Weights } from "@/lib/data/memory/search/rank";
import { termsOf } from "@/lib/data/memory/search/terms";
import { closeAll } from "@/lib/ground/base/process";
import { tokenize } from "@/lib/shared/text/words";
import { sql } from "@/lib/store/db";
import { dialogues, fill } from "../retrieval/set.ts";

const FIRST = 10;
const INDEXING_MS = 600_000;
const MEANING_MS = 10_000;

const alone = { lent: 0, stranger: 0, elsewhere: 0, asking: 0, both: 0, conversation: 0, recency: 0 };
const WAYS: Record<string, Partial<Weights>> = {
  words: { ...alone, meaning: 0 },
  vectors: { ...alone, words: 0 },
  "words and vectors": alone,
  "words, vectors and neighbours": {},
};

const figures: Record<string, number> = {};
for (const part of ["dialogues", "held-out"] as const) {
  const agentId = await newAgent();
  const all = dialogues(part);
  await fill(sql(), agentId, all);
  await indexWritten(new AbortController().signal, INDEXING_MS);
  const questions = all.flatMap((dialogue) => dialogue.questions);
  const hits = Object.fromEntries(Object.keys(WAYS).map((way) => [way, 0]));
  for (const { text, evidence } of questions) {
    const vector = await meaningOf(ownEmbedder, text, MEANING_MS);
    const question = {
      terms: await termsOf(text),
      meaning: Promise.resolve(vector),
      words: new Set(tokenize(text)),
    };
    for (const [way, weights] of Object.entries(WAYS)) {
      const { ranked } = await searchMessages({ agentId }, question, { weights: { ...WEIGHTS, ...weights } });
      if (ranked.slice(0, FIRST).some(({ turn }) => turn.id === evidence)) hits[way] = (hits[way] ?? 0) + 1;
    }
  }
  const set = part === "dialogues" ? "tuned" : "held out";
  figures[`${set}, questions`] = questions.length;
  for (const [way, count] of Object.entries(hits))
    figures[`${set}, by ${way}, share among the first ${FIRST}`] = count / questions.length;
}

console.log(`figures ${JSON.stringify(figures)}`);
await closeAll();
