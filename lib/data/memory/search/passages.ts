import { cellsNear, cosine, signsOf } from "@/lib/models/embedding/vector";
import {
  estimatePassages,
  expectedPassages,
  findPassages,
  nearestPassages,
  type PassageEntry,
  type PassageScope,
  readPassageEntries,
} from "@/lib/store/hot/file-texts";
import { CELLS, FEW, type Meaning } from "./messages";
import { isFound, meaningScore, scaleFor, WEIGHTS, wordScore, worth } from "./rank";
import { Matcher, prefixTerm, respelled, type Terms, termsQueryOf } from "./terms";

/** With fewer passages than this, all that contain any of the words are read and counted exactly. */
const SMALL = 2_000;
/** A word in more passages than this is only searched together with another word. */
const RARE = 800;
const MAX_FOUND = 1_500;
/** The planner's estimate for a word that its statistics lack, as a share of all passages. */
const UNKNOWN = 0.005;
/** Passages with all words, from this many files, that are enough. Then those with some of the words are not read. */
const ENOUGH = 200;
const ENOUGH_FILES = 10;
const MAX_NEAR = 100;
/** Minimum nearness on the model's own scale. Among few passages, the nearest can still be unrelated. */
const MIN_MEANING = 0.08;
/** Maximum results of one file, so that a long file does not hide the others. */
const MAX_OF_FILE = 3;

export type RankedPassage = { entry: PassageEntry; words: number; meaning: number; score: number };

/** Returns the best passages of files for a question, best first. Tests set `size` to simulate many passages. */
export async function searchPassages(
  scope: PassageScope,
  { terms, meaning }: { terms: Terms; meaning: Meaning },
  size?: number,
): Promise<{ ranked: RankedPassage[]; matcher: Matcher }> {
  const all = size ?? (await estimatePassages());
  const [found, near] = await Promise.all([byWords(scope, terms, all), byMeaning(scope, meaning, all)]);
  const foundIds = new Set(found.entries.map(({ id }) => id));
  const unread = [...near.keys()].filter((id) => !foundIds.has(id));
  const others = unread.length > 0 ? await readPassageEntries(scope, unread) : [];
  const { matcher } = found;
  await matcher.read(others.map(({ words }) => words));
  const ranked = [...found.entries, ...others].map((entry): RankedPassage => {
    const own = entry.words.split(" ");
    const words = wordScore(matcher.matchedTerms(own), found.worths, own.length);
    const nearness = near.get(entry.id) ?? 0;
    const score = WEIGHTS.words * words + WEIGHTS.meaning * nearness + WEIGHTS.both * words * nearness;
    return { entry, words, meaning: nearness, score };
  });
  const best = ranked.filter(isFound).sort((a, b) => b.score - a.score);
  return { ranked: ofEachFile(best), matcher };
}

function ofEachFile(ranked: readonly RankedPassage[]): RankedPassage[] {
  const counts = new Map<string, number>();
  return ranked.filter(({ entry }) => {
    const count = (counts.get(entry.fileId) ?? 0) + 1;
    counts.set(entry.fileId, count);
    return count <= MAX_OF_FILE;
  });
}

async function byWords(scope: PassageScope, asked: Terms, all: number) {
  let terms = asked;
  let looked = await look(scope, terms, all);
  const missing = terms.terms.filter((_, n) => looked.counts[n] === 0);
  const meant = missing.length > 0 ? await respelled(scope.agentId, terms, missing) : null;
  if (meant) {
    terms = meant;
    looked = await look(scope, terms, all);
  }
  const { entries, matcher, counts } = looked;
  const total = Math.max(all, 2 * entries.length);
  return { entries, matcher, worths: counts.map((count) => worth(count, total)) };
}

async function look(scope: PassageScope, asked: Terms, all: number) {
  const { terms } = asked;
  if (terms.length === 0) return { entries: [], matcher: await Matcher.of(asked, []), counts: [] };
  const isSmall = all < SMALL;
  const expected = isSmall
    ? terms.map(() => 0)
    : await Promise.all(terms.map(({ prefix }) => expectedPassages(prefixTerm(prefix))));
  const rareUpTo = Math.max(RARE, Math.ceil(all * UNKNOWN));
  const areFrequent = expected.every((count) => count > rareUpTo);
  const query = termsQueryOf(terms, expected, rareUpTo);
  const entries =
    (areFrequent && (await findWhole(scope, terms))) ||
    (await findPassages(scope, query, isSmall ? SMALL : MAX_FOUND));
  const matcher = await Matcher.of(
    asked,
    entries.map(({ words }) => words),
  );
  const counts = terms.map(() => 0);
  for (const { words } of entries)
    for (const index of matcher.matchedTerms(words.split(" "))) counts[index] = (counts[index] ?? 0) + 1;
  // A frequent word is not searched alone, so fewer passages than have it are read.
  return {
    entries,
    matcher,
    counts: counts.map((count, n) => ((expected[n] ?? 0) > rareUpTo ? (expected[n] ?? 0) : count)),
  };
}

/** Finds passages with all words. Returns null if there are not enough. */
async function findWhole(scope: PassageScope, terms: Terms["terms"]): Promise<PassageEntry[] | null> {
  const query = terms.map(({ prefix }) => prefixTerm(prefix)).join(" & ");
  const found = await findPassages(scope, query, ENOUGH);
  const files = new Set(found.map(({ fileId }) => fileId));
  return found.length === ENOUGH && files.size >= ENOUGH_FILES ? found : null;
}

async function byMeaning(scope: PassageScope, meaning: Meaning, all: number): Promise<Map<string, number>> {
  const meant = await meaning;
  if (!meant) return new Map();
  const { vector, model, scale } = meant;
  const cells = all >= FEW ? cellsNear(vector, CELLS) : null;
  const rows = await nearestPassages(scope, { model, signs: signsOf(vector), cells }, MAX_NEAR);
  const close = rows
    .map((row) => ({ id: row.id, cosine: cosine(vector, row.vector) }))
    .filter(({ cosine }) => meaningScore(cosine, scale) >= MIN_MEANING);
  const cosines = close.map(({ cosine }) => cosine);
  const fitting = scaleFor(cosines, rows.length === MAX_NEAR, scale);
  return new Map(close.map(({ id, cosine }) => [id, meaningScore(cosine, fitting)]));
}
