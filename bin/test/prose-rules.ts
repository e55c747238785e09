const STATE = "stands?|stood|lies?|lay";
const PLACE = "in|on|at|for|there|beside|behind|before|as|where|once|still|open|apart|ready|between";

/** Patterns over one sentence, each with its plain form. Code between backticks is not read. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:What|Who|Whose|Whom|Whoever|Whatever)\b(?!.*\?)/,
    "Start with the thing or a verb: “Returns the …”, “The server …”.",
  ],
  [
    /\b(?:of|in|by|for|from|with|to|as|is|are) what (?:a|the|is|it|they|has|comes|stands|lies|this|that) /,
    "Use a noun instead of a clause with “what”: “the stored value”.",
  ],
  [
    /\b(?:nobody|somebody|whoever|meanwhile|anew|once more(?! than))\b/i,
    "Name the actor (“no caller”, “another tab”), and write “again” or “in the meantime”.",
  ],
  [
    /\b(?:in place of|as far as|of (?:its|their) own(?: (?:in|and|or|so)\b|[.,;:)]|$))/i,
    "Write “instead of”, “if”, “its own …”.",
  ],
  [
    /\b(?:is|are|was|were|be) (?:said|told)\b|\bsays so\b|\bhears? of\b/i,
    "Use the verb of the operation: returns, shows, reports, notifies.",
  ],
  [
    new RegExp(`\\b(?:${STATE}) (?:${PLACE})\\b`),
    "State has no posture: is stored, is open, is set, remains.",
  ],
  [/\b(?:is|are|was|were) to be\b|\bmay be had\b/i, "Write “must”, “can”."],
  [/\bthe persons?\b/i, "Write “the user”, or “the contact”."],
];

/** Returns each sentence of a text that a rule finds, with the plain form. */
export const unclearIn = (text: string): { sentence: string; plain: string }[] =>
  sentences(text).flatMap((sentence) =>
    RULES.flatMap(([pattern, plain]) => (pattern.test(sentence) ? [{ sentence, plain }] : [])),
  );

function sentences(text: string): string[] {
  const plain = text
    .replace(/`[^`]*`/g, "X")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_>#|]+|“[^”]*”|"[^"]*"/g, " ")
    .replace(/\s+/g, " ");
  return plain.split(/(?<=[.;!?])\s+/).map((one) => one.trim());
}
