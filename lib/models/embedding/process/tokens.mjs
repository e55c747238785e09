/** Words whose tokens are remembered, and the longest of them. */
const MAX_WORDS = 20_000;
const MAX_WORD = 32;

/**
 * Returns a function that computes the first token ids of a text, word by word. `tokenizer` takes a time that grows with
 * the square of a text's length, and no token contains the end of a word. Only between two ways to cut a word that have
 * the same score can its choice for a whole text differ.
 */
export function tokensOf(tokenizer, maxTokens) {
  const known = new Map();
  const [space] = tokenizer.encode(" ");
  const encode = (word) => {
    if (word === "") return [space];
    const ids = known.get(word) ?? tokenizer.encode(word);
    if (known.size >= MAX_WORDS) known.clear();
    if (word.length <= MAX_WORD) known.set(word, ids);
    return ids;
  };
  return (text) => {
    const normalized = text.normalize("NFKC");
    const ids = [];
    for (let from = 0; from <= normalized.length && ids.length < maxTokens; ) {
      const space = normalized.indexOf(" ", from);
      const end = space < 0 ? normalized.length : space;
      ids.push(...encode(normalized.slice(from, end)));
      from = end + 1;
    }
    return ids.slice(0, maxTokens);
  };
}
