export type PlainSelect = {
  table: string;
  /** SQL name with which the statement can qualify the table's columns: the alias or the table's name. */
  prefix: string;
  /** Position in the text at which another result column can be inserted. */
  end: number;
};

type Token = { text: string; word: string; depth: number; start: number };

// Tokens of SQL. Unterminated strings and comments match up to the end of the text, so that tokenizing takes
// linear time.
const TOKEN =
  /\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'[^']*(?:''[^']*)*(?:'|$)|"[^"]*(?:""[^"]*)*(?:"|$)|`[^`]*(?:``[^`]*)*(?:`|$)|\[[^\]]*(?:\]|$)|[\p{L}_$][\p{L}\p{M}\p{N}_$]*|[\s\S]/gu;
const MAX_SQL_CHARS = 100_000;
const BLANK = /^(\s|--|\/\*)/;
const NAME = /^(["`[]|[\p{L}_])/u;
const AGGREGATES = new Set(
  `avg count group_concat json_group_array json_group_object jsonb_group_array jsonb_group_object max median min
   percentile percentile_cont percentile_disc string_agg sum total`.split(/\s+/),
);
const AFTER = new Set(["", "WHERE", "ORDER", "LIMIT"]);
const NEVER = new Set([
  "DISTINCT",
  "EXCEPT",
  "FROM",
  "GROUP",
  "HAVING",
  "INTERSECT",
  "SELECT",
  "UNION",
  "WINDOW",
]);

/**
 * Parses a statement if each of its result rows maps to a row of one table: a single SELECT from one name,
 * without joins, grouping or DISTINCT. Returns null for any other statement, or if in doubt.
 */
export function plainSelect(sql: string): PlainSelect | null {
  if (sql.length > MAX_SQL_CHARS) return null;
  const tokens = tokensOf(sql);
  while (tokens.at(-1)?.text === ";") tokens.pop();
  const top = tokens.filter(({ depth }) => depth === 0);
  const from = top.findIndex(({ word }) => word === "FROM");
  const at = top[from];
  if (top[0]?.word !== "SELECT" || !at || top.some(({ text }) => text === ";")) return null;
  const results = tokens.slice(1, tokens.indexOf(at));
  if (results.length === 0 || results[0]?.word === "DISTINCT" || results.some(isAggregateOrQuery))
    return null;
  const source = sourceOf(top.slice(from + 1));
  if (!source) return null;
  if (!AFTER.has(source.rest[0]?.word ?? "") || hasNever(source.rest)) return null;
  return { table: source.table, prefix: source.prefix, end: at.start };
}

function isAggregateOrQuery({ word, text }: Token, at: number, all: Token[]): boolean {
  return word === "SELECT" || (all[at + 1]?.text === "(" && AGGREGATES.has(bare(text).toLowerCase()));
}

/** Returns true if a token occurs that excludes a plain SELECT. DISTINCT is accepted in IS DISTINCT FROM. */
const hasNever = (tokens: Token[]) =>
  tokens.some(
    ({ word }, at) =>
      NEVER.has(word) &&
      !(word === "DISTINCT" && tokens[at + 1]?.word === "FROM") &&
      !(word === "FROM" && tokens[at - 1]?.word === "DISTINCT"),
  );

/** Parses `[main.]table [[AS] alias]`, and returns the tokens after it. */
function sourceOf(tokens: Token[]): { table: string; prefix: string; rest: Token[] } | null {
  const rest = [...tokens];
  const [schema, dot] = rest;
  if (dot?.text === "." && schema && bare(schema.text).toLowerCase() === "main") rest.splice(0, 2);
  const name = rest.shift();
  if (!name || !NAME.test(name.text)) return null;
  const hasAs = rest[0]?.word === "AS";
  if (hasAs) rest.shift();
  const [next] = rest;
  const isAlias = next && NAME.test(next.text) && (hasAs || !AFTER.has(next.word));
  if (hasAs && !isAlias) return null;
  if (isAlias) rest.shift();
  return { table: bare(name.text), prefix: isAlias ? next.text : name.text, rest };
}

function bare(text: string): string {
  const quote = text[0] ?? "";
  if (quote === "[") return text.slice(1, -1);
  return '"`'.includes(quote) ? text.slice(1, -1).replaceAll(quote + quote, quote) : text;
}

function tokensOf(sql: string): Token[] {
  let depth = 0;
  const tokens: Token[] = [];
  for (const { 0: text, index } of sql.matchAll(TOKEN)) {
    if (BLANK.test(text)) continue;
    if (text === ")") depth--;
    tokens.push({ text, word: /^\p{L}/u.test(text) ? text.toUpperCase() : text, depth, start: index });
    if (text === "(") depth++;
  }
  return tokens;
}
