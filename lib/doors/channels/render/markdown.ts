import { lexer, type Token, type Tokens } from "marked";
import { plainRich, type Rich, RichBuilder } from "./rich";

/** Longer text is not parsed, because it would take long and no phone displays it. */
const MAX_MARKDOWN = 200_000;
const MAX_DEPTH = 12;

export function richOf(markdown: string): Rich {
  if (markdown.length > MAX_MARKDOWN) return plainRich(markdown);
  const all = new RichBuilder();
  blocks(all, lexer(markdown, { gfm: true }), 0);
  return all.done();
}

function blocks(all: RichBuilder, tokens: readonly Token[], depth: number): void {
  for (const token of tokens) block(all, token, depth);
}

function block(all: RichBuilder, token: Token, depth: number): void {
  switch (token.type) {
    case "space":
    case "def":
      return;
    case "heading":
      all.gap(2).mark({ type: "bold" }, () => inline(all, children(token)));
      return;
    case "code": {
      const { text, lang } = token as Tokens.Code;
      const language = lang?.split(/\s/)[0];
      all.gap(2).mark({ type: "pre", ...(language && { language }) }, () => all.add(text || " "));
      all.add("\n");
      return;
    }
    case "blockquote":
      all.gap(2).mark({ type: "quote" }, () => {
        const inner = new RichBuilder();
        if (depth < MAX_DEPTH) blocks(inner, children(token), depth + 1);
        else inner.add(token.raw);
        all.append(inner.done());
      });
      return;
    case "list":
      list(all, token as Tokens.List, depth);
      return;
    case "hr":
      all.gap(2).add("———");
      return;
    case "table":
      all.gap(2).mark({ type: "pre" }, () => all.add(tableText(token as Tokens.Table)));
      all.add("\n");
      return;
    case "html":
      all.gap(2).add(token.raw.trimEnd());
      return;
    case "text":
      // In a tight list, the text of an item is not inside a paragraph.
      if (children(token).length > 0) inline(all, children(token));
      else all.add(unescaped((token as Tokens.Text).text));
      return;
    case "paragraph":
      all.gap(2);
      inline(all, children(token));
      return;
    default:
      all.gap(2).add(token.raw.trimEnd());
  }
}

function list(all: RichBuilder, { items, ordered, start, loose }: Tokens.List, depth: number): void {
  all.gap(depth === 0 ? 2 : 1);
  items.forEach((item, index) => {
    if (index > 0) all.gap(1);
    const mark = ordered ? `${Number(start || 1) + index}. ` : depth % 2 === 0 ? "• " : "◦ ";
    const box = item.task ? (item.checked ? "☑ " : "☐ ") : "";
    const inner = new RichBuilder();
    if (depth >= MAX_DEPTH) inner.add(item.text);
    else
      item.tokens
        .filter(({ type }) => type !== "checkbox")
        .forEach((token, nth) => {
          if (nth > 0) inner.gap(loose ? 2 : 1);
          block(inner, token, depth + 1);
        });
    all.add("   ".repeat(Math.min(depth, 4)) + (box || mark)).append(inner.done());
  });
}

function inline(all: RichBuilder, tokens: readonly Token[]): void {
  for (const token of tokens) {
    switch (token.type) {
      case "strong":
        all.mark({ type: "bold" }, () => inline(all, children(token)));
        break;
      case "em":
        all.mark({ type: "italic" }, () => inline(all, children(token)));
        break;
      case "del":
        all.mark({ type: "strike" }, () => inline(all, children(token)));
        break;
      case "codespan":
        all.mark({ type: "code" }, () => all.add((token as Tokens.Codespan).text));
        break;
      case "br":
        all.add("\n");
        break;
      case "link":
        link(all, token as Tokens.Link);
        break;
      case "image": {
        const { text, href } = token as Tokens.Image;
        link(all, { href, tokens: [], text: text || "image" });
        break;
      }
      case "escape":
        all.add((token as Tokens.Escape).text);
        break;
      case "text":
        if (children(token).length > 0) inline(all, children(token));
        else all.add(unescaped((token as Tokens.Text).text));
        break;
      default:
        all.add(token.raw);
    }
  }
}

/** The link schemes that services accept. */
const LINK = /^(https?:\/\/[^\s]+|mailto:[^\s]+|tel:[^\s]+)$/i;

function link(all: RichBuilder, { href, tokens, text }: Pick<Tokens.Link, "href" | "tokens" | "text">): void {
  const write = () => {
    if (tokens.length > 0) inline(all, tokens);
    else all.add(unescaped(text));
  };
  if (LINK.test(href) && URL.canParse(href)) all.mark({ type: "link", url: href }, write);
  else {
    write();
    if (!href.startsWith("#") && href !== text) all.add(` (${href})`);
  }
}

const MAX_CELL = 40;

function tableText({ header, rows, align }: Tokens.Table): string {
  const cells = [header, ...rows].map((row) => row.map(({ text }) => plainCell(text)));
  return markdownColumns(
    cells,
    align.map((one) => one === "right"),
  );
}

const plainCell = (text: string): string => richOf(text).text.replace(/\s+/g, " ");

export function markdownColumns(rows: readonly (readonly string[])[], isRight: readonly boolean[]): string {
  const short = rows.map((row) =>
    row.map((cell) => (cell.length > MAX_CELL ? `${cell.slice(0, MAX_CELL - 1).toWellFormed()}…` : cell)),
  );
  const widths = (short[0] ?? []).map((_, at) => Math.max(1, ...short.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    widths
      .map((width, at) => {
        const cell = row[at] ?? "";
        return isRight[at] ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  const [head = [], ...body] = short;
  return [line(head), widths.map((width) => "─".repeat(width)).join("  "), ...body.map(line)].join("\n");
}

const children = (token: Token): Token[] => ("tokens" in token ? (token.tokens ?? []) : []);

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: "\u00a0",
};
const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole);
