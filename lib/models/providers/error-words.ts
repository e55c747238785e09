/** Fields that contain a message, the most specific first. */
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
 * Returns the message in an error body of any shape: `{"error": …}`, `{"message": …}`, `{"detail": …}`, lists
 * of these, JSON inside JSON, plain text, or the title of a web page. Returns undefined if there is none.
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
