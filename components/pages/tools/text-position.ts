/** A place in a text; both count from 1. */
type Place = { line: number; column: number };

const placeOfIndex = (text: string, index: number): Place => {
  const before = text.slice(0, index).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

/** Where JSON stops being JSON, by what the browser says of it. */
export function placeOfJsonError(text: string, message: string): Place {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line && column) return { line: Number(line), column: Number(column) };
  const [, position] = /position (\d+)/.exec(message) ?? [];
  return placeOfIndex(text, position === undefined ? text.trimEnd().length : Number(position));
}

/** Where the way to a value leads in the text of a JSON document: each key is looked for after the one before. */
export function placeOfKeys(text: string, keys: readonly string[]): Place {
  let at = 0;
  for (const key of keys) {
    const found = text.indexOf(JSON.stringify(key), at);
    if (found < 0) break;
    at = found;
  }
  return placeOfIndex(text, at);
}
