/**
 * Whether the code of a tool may change the state or send something out, as far as its text tells. Nothing is parsed: what
 * is not plainly a reading of the state or the fetching of an address may act, and so may a mere mention in a text.
 */
export function mayAct(code: string): boolean {
  const told = `\n${code}`.replace(COMMENT_LINE, "\n");
  return (
    HIDDEN.test(told) ||
    COMPUTED.test(told) ||
    mentions(told, "state").some((rest) => !READS_STATE.test(rest)) ||
    mentions(told, "fetch").some((rest) => !isOfOneArgument(rest))
  );
}

/**
 * A line that is a comment alone. What looks like one may stand in a text, or in a longer comment, that began before it:
 * then what ends that, or has code in it, may not be missed.
 */
const COMMENT_LINE = /(?<!\\\r?)\n[ \t]*\/\/[^\r\n\u2028\u2029`$*]*(?=\r?\n|$)/g;

/** Ways to reach or make code and globals that their names do not tell of. */
const HIDDEN =
  /\\u|__|<!--|-->|\b(?:globalThis|this|eval|Function|constructor|prototype|Reflect|Proxy|import|with|callee|super|getPrototypeOf|getOwnProperty\w*|prepareStackTrace)\b/;

/** Anything in brackets after a value, but for a number or a plain text; or as the key of a property. */
const COMPUTED =
  /(?:[\w$)\]}"'`?.]|(?<=[\w$)\]}"'`])\s+)(?<!(?<![.\w$])(?:return|of|in|await|case|typeof|yield|const|let|var|default)\s*)\[(?!\s*(?:\d+|"[\w .-]*"|'[\w .-]*')\s*\])|\]\s*:/;

const READS_STATE = /^\s*\.\s*(?:get|list)\s*\(/;

/** What follows each mention of a name. */
const mentions = (code: string, name: string): string[] =>
  [...code.matchAll(new RegExp(`\\b${name}\\b`, "g"))].map(({ index }) => code.slice(index + name.length));

/** Whether it goes on as a call with one argument that can be followed to its end: then it is a GET. */
function isOfOneArgument(rest: string): boolean {
  const [open] = /^\s*\(/.exec(rest) ?? [];
  return open !== undefined && endOf(rest, open.length, ")", false) !== null;
}

const CLOSING: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/** Behind the bracket that closes what `at` is in; null where it cannot be followed. */
function endOf(code: string, from: number, close: string, mayList: boolean): number | null {
  for (let at: number | null = from; at !== null && at < code.length; ) {
    const char: string = code[at] ?? "";
    if (char === close) return at + 1;
    const inner = CLOSING[char];
    if (inner) at = endOf(code, at + 1, inner, true);
    else if (char === '"' || char === "'" || char === "`") at = endOfText(code, at + 1, char);
    else if (char === "/" || char === ")" || char === "]" || char === "}") return null;
    else if (!mayList && (char === "," || code.startsWith("...", at))) return null;
    else at += 1;
  }
  return null;
}

function endOfText(code: string, from: number, quote: string): number | null {
  for (let at: number | null = from; at !== null && at < code.length; ) {
    const char: string = code[at] ?? "";
    if (char === quote) return at + 1;
    if (char === "\n" && quote !== "`") return null;
    if (quote === "`" && code.startsWith("${", at)) at = endOf(code, at + 2, "}", true);
    else at += char === "\\" ? 2 : 1;
  }
  return null;
}
