/**
 * A piece of the answer, or a correction: `end` means that the reasoning is complete, `reversed` that all
 * text so far was reasoning, and `unclosed` that the reasoning since its start was text.
 */
export type Piece = { type: "text" | "reasoning"; text: string } | { type: "end" | "reversed" | "unclosed" };

const OPENING = /^<think(?:ing)?>\n?/i;
const CLOSING = /<\/think(?:ing)?>/i;
const TAGS = ["<think>", "<thinking>", "</think>", "</thinking>"];
const TOKEN = /`+|~{3,}|\n|<\/?think(?:ing)?>/gi;
/** Matches the end of a chunk that may be the beginning of a tag or a code mark. */
const UNFINISHED = /(?:`+|~+|<\/?[a-z]{0,8})$/i;

const isBeginningOfTag = (text: string): boolean =>
  TAGS.some((tag) => tag.length > text.length && tag.startsWith(text.toLowerCase()));

/**
 * Separates reasoning in `<think>` tags from the text of a model, in pieces of any size. An answer may begin
 * with reasoning even without the opening tag, because chat templates write that tag themselves. Later tags
 * count at the start of a line, or anywhere if the answer has used them before, but never in code.
 */
export class ThinkReader {
  private state: "start" | "reasoning" | "text" = "start";
  private buffer = "";
  private code: { mark: string; isFence: boolean } | null = null;
  private isLineStart = true;
  private hasThought = false;
  /**
   * The text mentions a `<think>` tag, for example in an explanation, so a later closing tag is also text.
   */
  private isAboutTags = false;
  /** The reasoning counts as text if its closing tag never arrives. */
  private isUncertain: boolean;

  /** With `isThinking`, reads the answer as if the opening tag had been omitted. */
  constructor(isThinking = false) {
    this.isUncertain = isThinking;
    if (isThinking) this.state = "reasoning";
  }

  /** Yields what can be classified after `delta`. With `isLast`, also yields the remaining buffer. */
  *read(delta: string, isLast = false): Generator<Piece> {
    this.buffer += delta;
    for (let before = ""; before !== `${this.state} ${this.buffer}`; ) {
      before = `${this.state} ${this.buffer}`;
      if (this.state === "start") this.begin(isLast);
      else if (this.state === "reasoning") yield* this.think(isLast);
      else yield* this.write(isLast);
    }
    if (isLast && this.state === "reasoning") yield { type: this.isUncertain ? "unclosed" : "end" };
  }

  private begin(isLast: boolean): void {
    const text = this.buffer.trimStart();
    const opening = OPENING.exec(text)?.[0];
    if (opening !== undefined) {
      this.buffer = text.slice(opening.length);
      this.state = "reasoning";
      this.isUncertain = false;
    } else if (isLast || !(text === "" || isBeginningOfTag(text))) {
      if (this.hasThought) this.buffer = text;
      this.state = "text";
    }
  }

  private *think(isLast: boolean): Generator<Piece> {
    const closing = CLOSING.exec(this.buffer);
    const from = this.buffer.lastIndexOf("<");
    const isCut = !isLast && from >= 0 && isBeginningOfTag(this.buffer.slice(from));
    const end = closing?.index ?? (isCut ? from : this.buffer.length);
    // Drop an opening tag that the model wrote although the server was expected to omit it.
    const text = this.isUncertain
      ? this.buffer.slice(0, end).replace(OPENING, "")
      : this.buffer.slice(0, end);
    if (text) yield { type: "reasoning", text };
    this.buffer = this.buffer.slice(end + (closing?.[0].length ?? 0));
    if (!closing) return;
    this.hasThought = true;
    this.state = "start";
    this.isLineStart = true;
    yield { type: "end" };
  }

  private *write(isLast: boolean): Generator<Piece> {
    const unfinished = isLast ? "" : (UNFINISHED.exec(this.buffer)?.[0] ?? "");
    const text = this.buffer.slice(0, this.buffer.length - unfinished.length);
    let from = 0;
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
      if (text.slice(from, index).trim() !== "") this.isLineStart = false;
      const found = this.see(token, text[index + 1]);
      if (found === "text") {
        from = index + token.length;
        continue;
      }
      if (index > 0) yield { type: "text", text: text.slice(0, index) };
      this.buffer = this.buffer.slice(index + token.length);
      this.isUncertain = found === "reasoning" && !this.hasThought;
      this.hasThought = true;
      this.state = found === "reasoning" ? "reasoning" : "start";
      if (found === "reversed") yield { type: "reversed" };
      return;
    }
    if (text.slice(from).trim() !== "") this.isLineStart = false;
    if (text) yield { type: "text", text };
    this.buffer = unfinished;
  }

  private see(token: string, next: string | undefined): "text" | "reasoning" | "reversed" {
    const { code, isLineStart } = this;
    this.isLineStart = token === "\n";
    if (token === "\n") {
      if (code && !code.isFence && next === "\n") this.code = null;
      return "text";
    }
    if (!token.startsWith("<")) {
      this.tick(token, isLineStart);
      return "text";
    }
    if (code) return "text";
    const isClosing = token.startsWith("</");
    if (!isClosing && (isLineStart || this.hasThought)) return "reasoning";
    if (isClosing && !this.hasThought && !this.isAboutTags) return "reversed";
    this.isAboutTags = true;
    return "text";
  }

  private tick(token: string, isLineStart: boolean): void {
    const { code } = this;
    const isFence = isLineStart && token.length >= 3;
    if (!code) {
      if (isFence || token.startsWith("`")) this.code = { mark: token, isFence };
    } else if (code.isFence ? isFence && token.startsWith(code.mark) : token === code.mark) this.code = null;
  }
}
