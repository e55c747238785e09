import { linearTest, RE2 } from "./linear.mjs";

/*
 * Translates MongoDB's PCRE patterns into JavaScript's. Features that JavaScript lacks, such as possessive
 * quantifiers and recursion, fail with its own error message.
 */

const CLASSES = {
  ...{ alpha: "a-zA-Z", digit: "0-9", alnum: "a-zA-Z0-9", upper: "A-Z", lower: "a-z", xdigit: "0-9A-Fa-f" },
  ...{ space: "\\t-\\r ", blank: " \\t", word: "\\w", punct: "!-\\/:-@\\[-`{-~", print: " -~", graph: "!-~" },
  cntrl: "\\x00-\\x1f\\x7f",
};
/**
 * Escapes outside brackets whose meaning in PCRE differs from JavaScript. `\h` is also translated inside
 * brackets.
 */
const ESCAPES = {
  A: "(?<![\\s\\S])",
  z: "(?![\\s\\S])",
  Z: "(?=\\n?(?![\\s\\S]))",
  h: "[ \\t]",
  // JavaScript's \s matches all Unicode whitespace, PCRE's only these.
  s: "[\\t-\\r ]",
  S: "[^\\t-\\r ]",
  R: "(?:\\r\\n|\\n|\\r)",
};
const IN_BRACKETS = { "\\h": " \\t", "\\s": "\\t-\\r " };

/**
 * Compiles a pattern and keeps the original in `given`. Throws an Error that names unsupported options or
 * syntax.
 */
export function patternOf(pattern, options = "") {
  const unknown = [...options].find((flag) => !"imsxu".includes(flag));
  if (unknown) throw new Error(`$regex has no option ${unknown}: it has i, m, s and x.`);
  const flags = new Set(options.replace(/[xu]/g, ""));
  const isExtended = options.includes("x");
  const source = translated(pattern, flags, isExtended, ESCAPES);
  const made = compiled(source, [...flags].join(""));
  made.linear = linearTest(translated(pattern, flags, isExtended, { ...ESCAPES, ...RE2 }), flags);
  // Keep the original pattern, because results must contain and store it as it was given.
  made.given = { pattern, options: [...new Set(options.replace("u", ""))].sort().join("") };
  return made;
}

/**
 * Uses the `u` flag, because MongoDB matches code points. Omits it if the flag makes JavaScript reject a
 * needless escape.
 */
function compiled(source, flags) {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return new RegExp(source, flags);
  }
}

export const isIn = (text, pattern) => (pattern.linear ? pattern.linear(text) : pattern.test(text));

function translated(pattern, flags, isExtended, escapes) {
  let out = "";
  let at = 0;
  /**
   * One item for each open group: the number of extra groups that were opened inside it for inline flags.
   * They close together with it.
   */
  const open = [0];
  const rest = () => pattern.slice(at);
  const take = (match) => {
    at += match[0].length;
    return match;
  };
  while (at < pattern.length) {
    const one = pattern[at];
    const literal = /^\\Q([\s\S]*?)(?:\\E|$)/.exec(rest());
    const comment = /^\(\?#[^)]*\)/.exec(rest()) ?? (isExtended && /^(?:\s+|#.*)/.exec(rest()));
    const inline = /^\(\?([imsx]*)(?:-([imsx]+))?\)/.exec(rest());
    const scoped = /^\(\?([imsx]*)(?:-([imsx]+))?:/.exec(rest());
    if (literal) out += take(literal)[1].replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    else if (comment) take(comment);
    else if (inline) {
      const [, on = "", off = ""] = take(inline);
      if (on.includes("x")) isExtended = true;
      const modifiers = on.replace("x", "") + (off.replace("x", "") ? `-${off.replace("x", "")}` : "");
      if (out === "" && off === "") for (const flag of on.replace("x", "")) flags.add(flag);
      else if (modifiers) {
        out += `(?${modifiers}:`;
        open[open.length - 1]++;
      }
    } else if (scoped && scoped[0] !== "(?:") {
      const [, on = "", off = ""] = take(scoped);
      out += `(?${on.replace("x", "")}${off.replace("x", "") ? `-${off.replace("x", "")}` : ""}:`;
      open.push(0);
    } else if (one === "[") out += bracket();
    else if (one === "\\") {
      const next = pattern[at + 1] ?? "";
      out += Object.hasOwn(escapes, next) ? escapes[next] : `\\${next}`;
      at += 2;
    } else if (one === "(") {
      const named = /^\(\?P(?:<(\w+)>|=(\w+)\))/.exec(rest());
      if (named?.[2]) out += `\\k<${take(named)[2]}>`;
      else {
        out += named ? `(?<${take(named)[1]}>` : "(";
        if (!named) at++;
        open.push(0);
      }
    } else {
      if (one === ")") out += ")".repeat((open.length > 1 ? open.pop() : 0) + 1);
      else if (one === "$" && !flags.has("m")) out += escapes.Z;
      else if (one === "." && !flags.has("s")) out += "[^\\n]";
      else out += one;
      at++;
    }
  }
  return out + ")".repeat(open.length === 1 ? open[0] : 0);

  function bracket() {
    const [, not] = take(/^\[(\^?)/.exec(rest()));
    let inside = "";
    // A `]` directly after the opening bracket is a literal.
    if (pattern[at] === "]") {
      inside = "\\]";
      at++;
    }
    while (at < pattern.length && pattern[at] !== "]") {
      const posix = /^\[:(\w+):\]/.exec(rest());
      if (posix && Object.hasOwn(CLASSES, posix[1])) inside += CLASSES[take(posix)[1]];
      else if (pattern[at] === "\\") {
        const escaped = pattern.slice(at, at + 2);
        inside += Object.hasOwn(IN_BRACKETS, escaped) ? IN_BRACKETS[escaped] : escaped;
        at += 2;
      } else {
        inside += pattern[at] === "[" ? "\\[" : pattern[at];
        at++;
      }
    }
    if (pattern[at] !== "]") throw new Error(`The pattern ${pattern} has a [ that is not closed.`);
    at++;
    return `[${not}${inside}]`;
  }
}
