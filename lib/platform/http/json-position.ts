const LITERAL = /true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const ESCAPE = /\\(["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Returns the index of the first invalid character of broken JSON, or the length of the text if it ends too
 * early. JSON.parse reports this only for some errors.
 */
export function brokenAt(text: string): number {
  const open: string[] = [];
  let at = skipSpace(text, 0);
  let expects: "value" | "value or end" | "key" | "key or end" | "comma or end" = "value";
  for (;;) {
    const char = text[at];
    const inside = open.at(-1);
    if (expects === "comma or end" && inside === undefined) return at;
    if (char === undefined) return at;

    if (expects !== "value" && expects !== "key" && char === inside) {
      open.pop();
      at++;
      expects = "comma or end";
    } else if (expects === "comma or end") {
      if (char !== ",") return at;
      at++;
      expects = inside === "}" ? "key" : "value";
    } else if (expects === "key" || expects === "key or end") {
      const end = char === '"' ? endOfString(text, at) : { broken: at };
      if ("broken" in end) return end.broken;
      at = skipSpace(text, end.next);
      if (text[at] !== ":") return at;
      at++;
      expects = "value";
    } else if (char === "{" || char === "[") {
      open.push(char === "{" ? "}" : "]");
      at++;
      expects = char === "{" ? "key or end" : "value or end";
    } else {
      const end = char === '"' ? endOfString(text, at) : endOfLiteral(text, at);
      if ("broken" in end) return end.broken;
      at = end.next;
      expects = "comma or end";
    }
    at = skipSpace(text, at);
  }
}

type End = { next: number } | { broken: number };

function endOfString(text: string, start: number): End {
  for (let at = start + 1; at < text.length; ) {
    const char = text.charCodeAt(at);
    if (char === 0x22) return { next: at + 1 };
    if (char < 0x20) return { broken: at };
    const next = char === 0x5c ? match(ESCAPE, text, at) : at + 1;
    if (next === null) return { broken: at };
    at = next;
  }
  return { broken: text.length };
}

function endOfLiteral(text: string, start: number): End {
  const next = match(LITERAL, text, start);
  return next === null ? { broken: start } : { next };
}

function match(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (" \t\n\r".includes(text[at] ?? "x")) at++;
  return at;
}
