import type { Param } from "@/lib/shared/data/cell";

export type Generated = { sql: string; params: Param[] };

const LITERALS = [
  ...["NULL", "0", "1", "-7", "42", "9223372036854775807", "-9223372036854775808", "9007199254740993"],
  ...["0.5", "-0.0", "1e300", "9e999", "-9e999", "3.0", "1e-320"],
  ...[
    "''",
    "'a'",
    "'it''s'",
    "'Ünï 𝛑'",
    "'10'",
    "'0x1F'",
    "' 5 '",
    "'[1,{\"a\":null}]'",
    "x''",
    "x'00ff80'",
    "char(0, 97)",
  ],
];
const PARAMS: Param[] = [
  ...[null, 0, 1, -1, 2.5, 1e21, true, false, "", "text", "a\0b", "𝛑", "%a_"],
  { $integer: "9223372036854775807" },
  { $blob: "AP8=" },
  { $real: "Infinity" as const },
];
const COLUMNS: Record<string, string[]> = { t: ["id", "a", "b", "c", "d"], u: ["k", "v"], w: ["a", "k"] };
const UNARY = [
  ...[
    "abs",
    "length",
    "upper",
    "typeof",
    "hex",
    "quote",
    "round",
    "unicode",
    "trim",
    "sign",
    "json_quote",
    "zeroblob",
  ],
  ...["lower", "likely", "ltrim", "json", "octet_length"],
];
const BINARY = [
  "||",
  "+",
  "-",
  "*",
  "/",
  "%",
  "&",
  "|",
  "<<",
  ">>",
  "=",
  "<>",
  "<",
  "<=",
  "IS",
  "IS NOT",
  "AND",
  "OR",
];

export function generator(seed: number): () => Generated {
  const random = xorshift(seed);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(all: readonly T[]): T => {
    const one = all[below(all.length)];
    if (one === undefined) throw new Error("There is nothing to pick from");
    return one;
  };
  const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
  let params: Param[] = [];

  const leaf = (columns: readonly string[]): string => {
    if (columns.length > 0 && below(2) === 0) return pick(columns);
    if (below(4) > 0) return pick(LITERALS);
    params.push(pick(PARAMS));
    return "?";
  };
  const expression = (columns: readonly string[], depth = 3): string => {
    if (depth === 0) return leaf(columns);
    const inner = () => expression(columns, below(depth));
    switch (below(10)) {
      case 0:
        return `${pick(UNARY)}(${columns.length > 0 ? pick(columns) : pick(LITERALS)})`;
      case 1:
      case 2:
      case 3:
        return `(${inner()} ${pick(BINARY)} ${inner()})`;
      case 4:
        return `CASE WHEN ${inner()} THEN ${inner()} ELSE ${inner()} END`;
      case 5:
        return `CAST(${inner()} AS ${pick(["INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC"])})`;
      case 6:
        return `coalesce(${inner()}, substr(${inner()}, ${below(5) - 2}, ${below(4)}), printf('%s|%d|%.3f', ${inner()}, ${inner()}, ${inner()}))`;
      case 7:
        return `(${inner()} IN (${inner()}, ${inner()}) OR ${inner()} BETWEEN ${inner()} AND ${inner()})`;
      case 8:
        return `(${inner()} LIKE ${inner()})`;
      default:
        return leaf(columns);
    }
  };

  const select = (): string => {
    const [from, columns] = pick(Object.entries(COLUMNS));
    switch (below(6)) {
      case 0:
        return `SELECT ${pick(columns)}, count(*), sum(typeof(${pick(columns)}) = 'text'), max(${pick(columns)}), group_concat(quote(${pick(columns)})) FROM ${from} GROUP BY 1 HAVING ${expression(columns, 1)}`;
      case 1:
        return `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${below(40)}) SELECT n, ${expression(["n"])} FROM c`;
      case 2:
        return `SELECT ${pick(columns)}, row_number() OVER (ORDER BY ${pick(columns)}, quote(${pick(columns)})), lag(${pick(columns)}) OVER (ORDER BY ${columns.join(", ")}) FROM ${from}`;
      case 3:
        return `SELECT x.id, y.* FROM t x LEFT JOIN ${from} y ON ${expression([`x.a`, `y.${pick(columns)}`], 2)} ORDER BY x.id LIMIT 20`;
      case 4:
        return `SELECT ${expression(columns)} FROM ${from} ${pick(["UNION", "UNION ALL", "EXCEPT", "INTERSECT"])} SELECT ${expression(columns)} FROM ${from}`;
      default:
        return `SELECT ${times(1 + below(3), () => expression(columns)).join(", ")} FROM ${from} WHERE ${expression(columns)} ORDER BY ${pick(columns)} ${pick(["ASC", "DESC NULLS LAST"])} LIMIT ${below(30)}`;
    }
  };
  const change = (): string => {
    const t = COLUMNS.t ?? [];
    const returning = below(5) === 0 ? " RETURNING *" : "";
    switch (below(8)) {
      case 0:
      case 1:
        return `INSERT ${pick(["", "OR IGNORE ", "OR REPLACE "])}INTO t (a, b, c, d) VALUES (${times(4, () => expression([], 2)).join(", ")})${returning}`;
      case 2:
        return `INSERT INTO u VALUES (${expression([], 1)}, ${expression([], 2)}) ON CONFLICT (k) DO UPDATE SET v = excluded.v || k${returning}`;
      case 3:
        return `INSERT INTO t (a, b) SELECT ${expression(["k", "v"], 2)}, v FROM u LIMIT ${below(4)}`;
      case 4:
        return `UPDATE t SET ${pick(t)} = ${expression(t)} WHERE ${expression(t)}${returning}`;
      case 5:
        return `DELETE FROM t WHERE id % ${3 + below(9)} = 1 AND ${expression(t, 2)}${returning}`;
      case 6:
        return `REPLACE INTO u SELECT b, c FROM t WHERE b IS NOT NULL LIMIT ${below(6)}`;
      default:
        return `UPDATE u SET v = ${expression(["k", "v"])} WHERE k > ${expression([], 1)}`;
    }
  };
  const shape = (): string =>
    pick([
      `CREATE INDEX IF NOT EXISTS by_${below(4)} ON t (${pick(COLUMNS.t ?? [])})`,
      `DROP INDEX IF EXISTS by_${below(4)}`,
      `ALTER TABLE u ADD COLUMN e${below(3)} DEFAULT ${pick(["0", "'x'", "NULL"])}`,
      "SELEKT 1",
      "SELECT nothing_there FROM t",
      "INSERT INTO t (id) VALUES (1), (1)",
      `EXPLAIN QUERY PLAN ${select()}`,
      "SELECT name, sql FROM sqlite_schema ORDER BY name",
    ]);

  return () => {
    params = [];
    const kind = below(20);
    const sql = kind < 12 ? select() : kind < 17 ? change() : kind < 18 ? shape() : undefined;
    if (sql !== undefined && !(kind === 17 && params.length > 0)) return { sql, params };
    const several = times(2 + below(3), () => pick([change, change, select])());
    if (params.length > 0) return { sql: "SELECT count(*) FROM t", params: [] };
    return { sql: several.join(pick(["; ", ";\n-- and\n", " ; /* ; */ "])), params };
  };
}

function xorshift(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
