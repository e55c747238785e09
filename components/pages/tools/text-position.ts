/** A position in a text. Line and column start at 1. */
type TextPosition = { line: number; column: number };

const placeOfIndex = (text: string, index: number): TextPosition => {
  const before = text.slice(0, index).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

/** Returns the position of a JSON syntax error, parsed from the browser's message. */
export function placeOfJsonError(text: string, message: string): TextPosition {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line && column) return { line: Number(line), column: Number(column) };
  const [, position] = /position (\d+)/.exec(message) ?? [];
  return placeOfIndex(text, position === undefined ? text.trimEnd().length : Number(position));
}

/**
 * Returns the approximate position of a value in JSON text, by searching for each key after the previous one.
 */
export function placeOfKeys(text: string, keys: readonly string[]): TextPosition {
  let at = 0;
  for (const key of keys) {
    const found = text.indexOf(JSON.stringify(key), at);
    if (found < 0) break;
    at = found;
  }
  return placeOfIndex(text, at);
}
