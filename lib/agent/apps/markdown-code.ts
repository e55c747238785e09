import { lexer, type Token, type Tokens } from "marked";

/** Returns the JSX of Markdown, so that visitors load no parser. HTML in it is shown as text. */
export const markdownCode = (text: string): string => all(lexer(text));

const all = (tokens: readonly Token[] | undefined): string => (tokens ?? []).map(codeOf).join("");

const plain = (text: string): string => `{${JSON.stringify(text)}}`;

const wrapped = (tag: string, inner: string): string => `<${tag}>${inner}</${tag}>`;

const LINK = /^(https?:|mailto:|tel:)/i;

/** Tags of tokens whose tokens are inside. */
const TAGS: Record<string, string> = {
  ...{ paragraph: "p", blockquote: "blockquote", strong: "strong", em: "em", del: "del" },
};

function codeOf(token: Token): string {
  const { type } = token;
  const tag = TAGS[type];
  if (tag !== undefined && "tokens" in token) return wrapped(tag, all(token.tokens));
  switch (type) {
    case "heading":
      return wrapped(`h${Math.min(6, Math.max(1, Number(token.depth)))}`, all(token.tokens));
    case "text":
      return "tokens" in token && token.tokens ? all(token.tokens) : plain(unescaped(token.text));
    case "escape":
      return plain(unescaped(token.text));
    case "codespan":
      return wrapped("code", plain(token.text));
    case "code":
      return wrapped("pre", plain(token.text));
    case "list":
      return listOf(token as Tokens.List);
    case "table":
      return tableOf(token as Tokens.Table);
    case "link":
      return linkOf(token as Tokens.Link);
    case "image":
      return plain(token.text);
    case "hr":
      return "<hr />";
    case "br":
      return "<br />";
    case "space":
    case "def":
      return "";
    default:
      return plain(token.raw);
  }
}

function listOf({ ordered, items }: Tokens.List): string {
  const entries = items.map(({ task, checked, tokens }) =>
    wrapped("li", `${task ? plain(checked ? "☑ " : "☐ ") : ""}${all(tokens)}`),
  );
  return wrapped(ordered ? "ol" : "ul", entries.join(""));
}

function tableOf({ header, rows }: Tokens.Table): string {
  const rowOf = (cells: readonly Tokens.TableCell[], tag: string) =>
    wrapped("tr", cells.map(({ tokens }) => wrapped(tag, all(tokens))).join(""));
  const body = rows.map((row) => rowOf(row, "td")).join("");
  return wrapped("table", wrapped("thead", rowOf(header, "th")) + wrapped("tbody", body));
}

/** Returns only the text of other links, because they could run code. */
function linkOf({ href, tokens }: Tokens.Link): string {
  if (!LINK.test(href)) return all(tokens);
  return `<a href={${JSON.stringify(href)}}>${all(tokens)}</a>`;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** Returns the characters that the lexer has escaped. */
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);
