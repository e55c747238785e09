import { redact } from "@/lib/ground/base/redact";

const HIDDEN = "[hidden]";

const SHAPES: [RegExp, string][] = [
  // JSON Web Tokens and key ids of AWS.
  [/\beyJ[\w-]{8,}\.[\w-]{8,}(\.[\w-]*)?/g, HIDDEN],
  [/\bAKIA[A-Z\d]{16}\b/g, HIDDEN],
  // A string that is assigned to a name such as `apiKey` or `"password"`.
  [
    /((?:api[_-]?key|secret|token|passw(?:or)?d|credential)\w*["'`]?\s*[:=]\s*)(["'`])(?:(?!\2)[^\n\\]|\\.){4,}\2/gi,
    `$1$2${HIDDEN}$2`,
  ],
  // The value of a query parameter with such a name.
  [/([?&][\w-]*(?:key|token|secret|sig|passw(?:or)?d)[\w-]*=)[^&\s"'`<>#]+/gi, `$1${HIDDEN}`],
];

/**
 * Returns a text for a record: without secrets, at most `maxChars` characters, and without characters that
 * Postgres rejects.
 */
export function recordable(text: string, maxChars: number): string {
  // Redact before truncating: a truncated secret no longer matches.
  const plain = SHAPES.reduce(
    (rest, [shape, instead]) => rest.replace(shape, instead),
    redact(text.slice(0, 2 * maxChars)),
  );
  return plain.slice(0, maxChars).toWellFormed().replaceAll("\0", "\uFFFD");
}
