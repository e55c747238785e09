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
export function messageOfErrorBody(body: string): string | undefined {
  const text = body.trim();
  if (text.startsWith("<")) return TITLE.exec(text)?.[1]?.trim() || undefined;
  if (!/^[{["]/.test(text)) return text || undefined;
  try {
    return messageInError(JSON.parse(text), 0);
  } catch {
    return undefined;
  }
}

export function messageInError(value: unknown, depth = 0): string | undefined {
  if (depth > MAX_DEPTH || value === null) return undefined;
  if (typeof value === "string")
    return /^\s*[{[<]/.test(value) && depth > 0 ? messageOfErrorBody(value) : value.trim() || undefined;
  if (typeof value !== "object") return undefined;
  const children = Array.isArray(value)
    ? value.slice(0, 3)
    : FIELDS.flatMap((field) => (Object.hasOwn(value, field) ? [Reflect.get(value, field)] : []));
  for (const child of children) {
    const message = messageInError(child, depth + 1);
    if (message !== undefined) return message;
  }
  return undefined;
}
