import { redact } from "@/lib/ground/base/redact";

const HIDDEN = "[hidden]";

const SHAPES: [RegExp, string][] = [
  // A signed token, and the ids of keys of Amazon.
  [/\beyJ[\w-]{8,}\.[\w-]{8,}(\.[\w-]*)?/g, HIDDEN],
  [/\bAKIA[A-Z\d]{16}\b/g, HIDDEN],
  // A text under a name that says what it is: `apiKey = "…"`, `"password": "…"`.
  [
    /((?:api[_-]?key|secret|token|passw(?:or)?d|credential)\w*["'`]?\s*[:=]\s*)(["'`])(?:(?!\2)[^\n\\]|\\.){4,}\2/gi,
    `$1$2${HIDDEN}$2`,
  ],
  // The same in an address.
  [/([?&][\w-]*(?:key|token|secret|sig|passw(?:or)?d)[\w-]*=)[^&\s"'`<>#]+/gi, `$1${HIDDEN}`],
];

/** A text as a record may hold it: without what is a secret, at most so long, and without what Postgres refuses. */
export function recordable(text: string, most: number): string {
  // Hidden before it is cut: half a secret would not be recognised any more.
  const plain = SHAPES.reduce(
    (rest, [shape, instead]) => rest.replace(shape, instead),
    redact(text.slice(0, 2 * most)),
  );
  return plain.slice(0, most).toWellFormed().replaceAll("\0", "\uFFFD");
}
