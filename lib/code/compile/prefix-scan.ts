/** A position at which unfinished source can be cut, and the text that closes everything open there. */
export type Cut = { end: number; closing: string };

type Code = {
  kind: "code";
  close: string;
  choices: number;
  returns: boolean;
  isLoop: boolean;
  isHead: boolean;
};
type Open =
  | Code
  | { kind: "template" }
  | { kind: "tag"; name: string; isReturned: boolean }
  | { kind: "element"; name: string; isReturned: boolean };

/** Words that an expression follows, so that `<` opens an element and `/` a regular expression. */
const BEFORE_VALUE =
  /^(return|case|typeof|in|of|delete|void|throw|new|else|do|default|yield|await|instanceof)$/;
const OTHER_STATEMENT = /^(const|let|var|function|class|if|for|while|switch|import|type|interface)$/;
const CLOSES: Record<string, string> = { "(": ")", "[": "]", "{": "}" };
const GENERIC = /^<[A-Z]\w*\s*(?:,|extends\b)/;

/** Maximum depth of nesting. It limits the work, because each cut closes every open level. */
const MAX_DEPTH = 150;

/**
 * Returns the last `maxCuts` positions, oldest first, at which TSX can be cut without splitting a word of
 * displayed text.
 */
export function prefixCutsOf(source: string, maxCuts: number): Cut[] {
  const scanner = new Scanner(source, maxCuts);
  scanner.run();
  return scanner.cuts;
}

class Scanner {
  readonly cuts: Cut[] = [];
  readonly #source: string;
  readonly #most: number;
  readonly #open: Open[] = [];
  readonly #top: Code = code("");
  #at = 0;
  /** True directly after a value, where `<` and `/` are operators. */
  #isValue = false;
  #word = "";
  #endsHead = false;

  constructor(source: string, maxCuts: number) {
    this.#source = source;
    this.#most = maxCuts;
  }

  /** Stops at the end of the source or at the first syntax that it cannot read. */
  run(): void {
    while (this.#at < this.#source.length && this.#open.length <= MAX_DEPTH) {
      const from = this.#at;
      const { kind } = this.#open.at(-1) ?? this.#top;
      const canContinue =
        kind === "code"
          ? this.#code()
          : kind === "template"
            ? this.#template()
            : kind === "tag"
              ? this.#tag()
              : this.#children();
      if (!canContinue || this.#at === from) return;
    }
    if (this.#open.length === 0 && /[;)}]\s*$/.test(this.#source.slice(-80))) this.#cut();
  }

  #frame(): Code {
    const last = this.#open.at(-1);
    return last?.kind === "code" ? last : this.#top;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#source) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #code(): boolean {
    if (this.#take(SPACE) !== undefined) return true;
    const frame = this.#frame();
    const word = this.#take(WORD);
    if (word !== undefined) return this.#wordIn(frame, word);
    const char = this.#source[this.#at] ?? "";
    if (char === '"' || char === "'") return this.#value(this.#take(STRING));
    if (char === "`") return this.#push({ kind: "template" }, 1);
    if (this.#source.startsWith("/*", this.#at)) return false;
    if (char === "/" && !this.#isValue) return this.#value(this.#take(PATTERN));
    if (char === "<" && !this.#isValue && this.#opensElement()) return this.#openTag(frame.returns);
    if (char in CLOSES) return this.#openCode(frame, char);
    if (char === ")" || char === "]" || char === "}") return this.#closeCode(frame, char);
    return this.#operator(frame, char);
  }

  #wordIn(frame: Code, word: string): boolean {
    if (word === "return") frame.returns = true;
    else if (OTHER_STATEMENT.test(word) && this.#word !== "return") frame.returns = false;
    this.#word = word;
    this.#isValue = !BEFORE_VALUE.test(word);
    this.#endsHead = false;
    return true;
  }

  #operator(frame: Code, char: string): boolean {
    if (this.#take(ARROW) !== undefined) frame.returns = true;
    else if (this.#take(NO_CHOICE) === undefined) {
      this.#at += 1;
      if (char === "?") frame.choices += 1;
      if (char === ":" && frame.choices > 0) frame.choices -= 1;
      if (char === ";") {
        frame.choices = 0;
        frame.returns = false;
        if (this.#open.length === 0 && /[;)}]\s*$/.test(this.#source.slice(-80))) this.#cut();
      }
    }
    this.#isValue = false;
    this.#endsHead = false;
    this.#word = "";
    return true;
  }

  #opensElement(): boolean {
    const rest = this.#source.slice(this.#at, this.#at + 80);
    return /^<[A-Za-z_$>]/.test(rest) && !GENERIC.test(rest);
  }

  #openCode(frame: Code, char: string): boolean {
    const opened = code(CLOSES[char] ?? "");
    opened.returns = frame.returns && char !== "{";
    opened.isHead = char === "(" && /^(for|while)$/.test(this.#word);
    opened.isLoop = char === "{" && (this.#endsHead || this.#word === "do");
    return this.#push(opened, 1);
  }

  #closeCode(frame: Code, char: string): boolean {
    if (frame.close !== char) return false;
    this.#open.pop();
    this.#at += 1;
    this.#endsHead = frame.isHead;
    const outer = this.#open.at(-1);
    this.#isValue = char !== "}" || outer?.kind !== "code";
    this.#word = "";
    if (outer?.kind === "element" || (!outer && char === "}" && this.#isLineEnd())) this.#cut();
    return true;
  }

  #isLineEnd(): boolean {
    return /^[ \t]*(?:\r?\n|$)/.test(this.#source.slice(this.#at, this.#at + 20));
  }

  #push(opened: Open, length: number): boolean {
    this.#open.push(opened);
    this.#at += length;
    this.#isValue = false;
    this.#endsHead = false;
    this.#word = "";
    return true;
  }

  #value(found: string | undefined): boolean {
    this.#isValue = true;
    this.#word = "";
    return found !== undefined;
  }

  #template(): boolean {
    if (this.#take(TEMPLATE_TEXT) !== undefined) return true;
    if (this.#source[this.#at] === "`") {
      this.#open.pop();
      this.#at += 1;
      return this.#value("`");
    }
    return this.#source.startsWith("${", this.#at) && this.#push(code("}"), 2);
  }

  #openTag(isReturned: boolean): boolean {
    this.#at += 1;
    const name = this.#take(NAME) ?? "";
    this.#take(TYPES);
    return this.#push({ kind: "tag", name, isReturned }, 0);
  }

  #tag(): boolean {
    if (this.#take(ATTRIBUTES) !== undefined) return true;
    if (this.#source[this.#at] === "{") return this.#push(code("}"), 1);
    const tag = this.#open.at(-1);
    if (tag?.kind !== "tag") return false;
    if (this.#take(EMPTY_END) !== undefined) {
      this.#open.pop();
      return this.#childEnded();
    }
    if (this.#source[this.#at] !== ">") return false;
    this.#open.pop();
    this.#push({ ...tag, kind: "element" }, 1);
    this.#cut();
    return true;
  }

  #children(): boolean {
    const text = this.#take(TEXT);
    if (text !== undefined) {
      const trimmed = text.trimEnd();
      if (trimmed !== text && trimmed !== "") this.#cut(this.#at - text.length + trimmed.length);
      return true;
    }
    if (this.#source[this.#at] === "{") return this.#push(code("}"), 1);
    if (this.#take(END_TAG) !== undefined) {
      this.#open.pop();
      return this.#childEnded();
    }
    const next = this.#source[this.#at + 1] ?? "";
    const last = this.#open.at(-1);
    return /[A-Za-z_$>]/.test(next) && this.#openTag(last?.kind === "element" && last.isReturned);
  }

  #childEnded(): boolean {
    this.#isValue = true;
    this.#word = "";
    if (this.#open.at(-1)?.kind === "element") this.#cut();
    return true;
  }

  #cut(end = this.#at): void {
    const outermost = this.#open.find(({ kind }) => kind === "element" || kind === "tag");
    if (this.#open.length > 0 && !(outermost && "isReturned" in outermost && outermost.isReturned)) return;
    // Never cut inside a loop: without the statement that ends it, for example `i++`, the prefix would run
    // forever.
    if (this.#open.some((one) => one.kind === "template" || (one.kind === "code" && one.isLoop))) return;
    this.cuts.push({ end, closing: this.#open.toReversed().map(closingOf).join("") });
    if (this.cuts.length > this.#most) this.cuts.shift();
  }
}

/* Sticky patterns, matched at the current position. TEXT matches one word of the text between tags. */
const SPACE = /(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/y;
const WORD = /[\w$\u0080-\uffff]+/y;
const STRING = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y;
const PATTERN = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const ARROW = /=>/y;
const NO_CHOICE = /\?\.(?!\d)|\?\?=?|\?(?=\s*[:),])/y;
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))+/y;
const NAME = /[\w$.:-]+/y;
const TYPES = /<[\w\s,.()[\]|&"']*>/y;
const ATTRIBUTES = /(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|[\w$.:-]+|=|"[^"]*"|'[^']*')+/y;
const EMPTY_END = /\/\s*>/y;
const TEXT = /\s*[^\s<{]+\s*|\s+/y;
const END_TAG = /<\/\s*[\w$.:-]*\s*>/y;

const code = (close: string): Code => ({
  kind: "code",
  close,
  choices: 0,
  returns: false,
  isLoop: false,
  isHead: false,
});

function closingOf(open: Open): string {
  if (open.kind === "element") return `</${open.name}>`;
  if (open.kind === "tag") return " />";
  return open.kind === "code" ? " : null".repeat(open.choices) + open.close : "`";
}
