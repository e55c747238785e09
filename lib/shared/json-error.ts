type Expected = "value" | "value or ]" | "name" | "name or }" | "colon" | "comma or ]" | "comma or }" | "end";

const EXPECTATIONS: Record<Expected, string> = {
  value: "expected a value",
  "value or ]": "expected a value or ]",
  name: "expected a name in double quotes",
  "name or }": "expected a name in double quotes or }",
  colon: "expected :",
  "comma or ]": "expected , or ]",
  "comma or }": "expected , or }",
  end: "expected the end",
};

const CHARS = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*`;
const OPEN_STRING = new RegExp(CHARS, "y");
const TOKEN = new RegExp(
  String.raw`([{}[\],:])|(${CHARS}")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)`,
  "y",
);
const SPACE = /[ \t\n\r]*/y;

/** The offset of the first invalid character, and the reason. */
export type JsonError = { at: number; why: string };

/**
 * Returns the first syntax error of a JSON text; null if it is valid. JavaScript engines do not always report
 * an offset.
 */
export function jsonError(text: string): JsonError | null {
  const open: ("{" | "[")[] = [];
  const afterValue = (): Expected => {
    const inside = open.at(-1);
    return inside === undefined ? "end" : inside === "{" ? "comma or }" : "comma or ]";
  };
  let expected: Expected = "value";
  for (let at = skip(SPACE, text, 0); ; at = skip(SPACE, text, at)) {
    if (at >= text.length)
      return expected === "end" ? null : { at, why: `unexpected end; ${EXPECTATIONS[expected]}` };
    TOKEN.lastIndex = at;
    const [token, mark, string] = TOKEN.exec(text) ?? [];
    if (token === undefined)
      return text[at] === '"' ? inString(text, at) : { at, why: EXPECTATIONS[expected] };
    const next = step(expected, mark, string !== undefined, open, afterValue);
    if (!next) return { at, why: EXPECTATIONS[expected] };
    expected = next;
    at += token.length;
  }
}

function step(
  expected: Expected,
  mark: string | undefined,
  isString: boolean,
  open: ("{" | "[")[],
  afterValue: () => Expected,
): Expected | null {
  if (mark === "}" || mark === "]") {
    if (!expected.endsWith(`or ${mark}`)) return null;
    open.pop();
    return afterValue();
  }
  if (expected.startsWith("name")) return isString ? "colon" : null;
  if (expected === "colon") return mark === ":" ? "value" : null;
  if (expected.startsWith("comma")) return mark === "," ? (open.at(-1) === "{" ? "name" : "value") : null;
  if (expected === "end") return null;
  if (mark === undefined) return afterValue();
  if (mark !== "{" && mark !== "[") return null;
  open.push(mark);
  return mark === "{" ? "name or }" : "value or ]";
}

function inString(text: string, from: number): JsonError {
  const at = skip(OPEN_STRING, text, from);
  if (at >= text.length) return { at, why: "unexpected end inside a string" };
  return text[at] === "\\"
    ? { at, why: "invalid escape" }
    : { at, why: "a line break or control character inside a string must be escaped, such as \\n" };
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}
