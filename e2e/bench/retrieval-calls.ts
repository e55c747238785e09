import { newAgent } from "@/lib/code/history/testing/agents";
import { embedTexts } from "@/lib/data/files/embed-texts";
import { readNewTexts } from "@/lib/data/files/texts";
import { ownEmbedder } from "@/lib/data/memory/embedder";
import { indexWritten } from "@/lib/data/memory/indexing";
import { meaningOf, searchMessages } from "@/lib/data/memory/search/messages";
import { searchPassages } from "@/lib/data/memory/search/passages";
import { WEIGHTS, type Weights } from "@/lib/data/memory/search/rank";
import { termsOf } from "@/lib/data/memory/search/terms";
import { closeAll } from "@/lib/ground/base/process";
import { put } from "@/lib/ground/blobs/blobs";
import { tokenize } from "@/lib/shared/text/words";
import { add } from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { readFoundPassages } from "@/lib/store/hot/file-texts";
import { dialogues, documents, fill } from "../retrieval/set.ts";

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

await ofFiles();
console.log(`figures ${JSON.stringify(figures)}`);
await closeAll();

/** Searches the headings of documents: a passage counts as found if it is of the section that answers the question. */
async function ofFiles(): Promise<void> {
  const agentId = await newAgent();
  const all = documents();
  for (const { name, markdown } of all) {
    const blob = await put(Buffer.from(markdown), 1_000_000);
    await add(agentId, { ...blob, name, mediaType: "text/markdown", origin: "upload", isKept: true });
  }
  await readNewTexts(new AbortController().signal, INDEXING_MS);
  await embedTexts(new AbortController().signal, INDEXING_MS);
  const ways = ["words", "vectors", "both"] as const;
  const hits = { words: 0, vectors: 0, both: 0 };
  const questions = all.flatMap(({ name, questions }) => questions.map((one) => ({ ...one, name })));
  for (const { text, evidence, name } of questions) {
    const vector = await meaningOf(ownEmbedder, text, MEANING_MS);
    const terms = await termsOf(text);
    const none = { ...terms, terms: [] };
    for (const way of ways) {
      const meaning = Promise.resolve(way === "words" ? null : vector);
      const { ranked } = await searchPassages(
        { agentId },
        { terms: way === "vectors" ? none : terms, meaning },
      );
      const found = await readFoundPassages(
        agentId,
        ranked.slice(0, FIRST).map(({ entry }) => entry.id),
      );
      const names = new Map(ranked.map(({ entry }) => [entry.id, entry.name]));
      const isHit = found.some(
        ({ id, place }) =>
          names.get(id) === name && place.at === "heading" && place.heading.endsWith(evidence),
      );
      if (isHit) hits[way]++;
    }
  }
  figures["files, questions"] = questions.length;
  for (const way of ways)
    figures[`files, by ${way}, share among the first ${FIRST}`] = hits[way] / questions.length;
}
