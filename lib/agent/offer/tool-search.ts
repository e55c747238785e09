const MAX_FOUND = 8;
const NAME_WEIGHT = 3;
/** Weight of a prefix match, such as "list" in "lists". */
const PREFIX_WEIGHT = 0.6;
const MIN_PREFIX = 3;

type Described = { name: string; description: string };

/** Returns the tools that match the words best. Rare words have more weight. */
export function searchTools<T extends Described>(query: string, tools: readonly T[]): T[] {
  const asked = [...new Set(termsOf(query))];
  const indexed = tools.map((tool) => ({
    tool,
    name: new Set(termsOf(tool.name)),
    description: new Set(termsOf(tool.description)),
  }));
  const ranked = indexed.map(({ tool }) => ({ tool, score: 0 }));
  for (const term of asked) {
    const scores = indexed.map(
      ({ name, description }) => NAME_WEIGHT * closeness(term, name) + closeness(term, description),
    );
    const rarity = Math.log(1 + tools.length / Math.max(1, scores.filter((score) => score > 0).length));
    for (const [at, one] of ranked.entries()) one.score += (scores[at] ?? 0) * rarity;
  }
  return ranked
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ tool }) => tool);
}

/** Splits camel case, snake case and digits: `sendMail2_v1` has five terms. */
const termsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .match(/\p{L}+|\p{N}+/gu) ?? [];

function closeness(term: string, terms: ReadonlySet<string>): number {
  if (terms.has(term)) return 1;
  if (term.length < MIN_PREFIX) return 0;
  for (const one of terms)
    if (one.length >= MIN_PREFIX && (one.startsWith(term) || term.startsWith(one))) return PREFIX_WEIGHT;
  return 0;
}
