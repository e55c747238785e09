/** Fields in which servers put their words, the most telling first. */
const FIELDS = [
  "error",
  "message",
  "detail",
  "details",
  "errors",
  "error_description",
  "msg",
  "title",
  "reason",
];
const MAX_DEPTH = 5;
const TITLE = /<title[^>]*>([^<]+)<\/title>/i;

/**
 * The words of an error's body, of any shape: `{"error": …}`, `{"message": …}`, `{"detail": …}`, lists of these, JSON inside
 * of JSON, plain text, and of a web page its title. Returns undefined if it finds no words.
 */
export function errorWords(body: string): string | undefined {
  const text = body.trim();
  if (text.startsWith("<")) return TITLE.exec(text)?.[1]?.trim() || undefined;
  if (!/^[{["]/.test(text)) return text || undefined;
  try {
    return wordsIn(JSON.parse(text), 0);
  } catch {
    return undefined;
  }
}

/** The words in a parsed error. */
export function wordsIn(value: unknown, depth = 0): string | undefined {
  if (depth > MAX_DEPTH || value === null) return undefined;
  if (typeof value === "string")
    return /^\s*[{[<]/.test(value) && depth > 0 ? errorWords(value) : value.trim() || undefined;
  if (typeof value !== "object") return undefined;
  const children = Array.isArray(value)
    ? value.slice(0, 3)
    : FIELDS.flatMap((field) => (Object.hasOwn(value, field) ? [Reflect.get(value, field)] : []));
  for (const child of children) {
    const words = wordsIn(child, depth + 1);
    if (words !== undefined) return words;
  }
  return undefined;
}
