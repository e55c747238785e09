import { visit } from "@/lib/data/sqlite/index";
import type { VisitorView } from "@/lib/data/sqlite/protocol";
import type { Param } from "@/lib/shared/data/cell";
import type { QueryResult } from "@/lib/shared/data/contract";
import { quoted } from "../names";
import { plainSelect } from "../plain-select";
import type { TableShape } from "../table";

/** The part of a table that a visitor sees. `owner`: only rows whose column `owner.column` has this value. */
export type View = {
  shape: TableShape;
  columns: readonly string[];
  owner: { column: string; value: string } | null;
  /** True if results include the keys of rows, so that they can be changed. */
  hasKeys: boolean;
};

/** `params: null` runs the query with NULL for each placeholder. */
type Asked = { sql: string; params: Param[] | null; maxRows: number; maxChars: number };

/** Prefix of the columns with the keys of rows. They are removed from the results. */
const KEY = "easel key ";

/** Runs a query of the owner over the views of a visitor. Throws if it reads anything else. */
export async function readForVisitor(
  agentId: string,
  { sql, ...asked }: Asked,
  views: readonly View[],
  signal?: AbortSignal,
): Promise<QueryResult> {
  const plain = plainSelect(sql);
  const found = plain && views.find(({ shape }) => isNamed(shape, plain.table));
  const changeable = found?.hasKeys && found.shape.key.length > 0 ? found : null;
  const keys =
    changeable && plain ? changeable.shape.key.map((_, at) => `${plain.prefix}.${quoted(KEY + at)}`) : [];
  const text =
    plain && keys.length > 0 ? `${sql.slice(0, plain.end)}, ${keys.join(", ")} ${sql.slice(plain.end)}` : sql;
  const request = { ...asked, sql: text, views: views.map((view) => viewOf(view, view === changeable)) };
  return shown(await visit(agentId, request, signal), changeable);
}

const viewOf = ({ shape, columns, owner }: View, withKey: boolean): VisitorView => ({
  ...{ table: shape.name, columns: [...columns], owner },
  keys: withKey ? shape.key.map((column, at) => ({ column, as: KEY + at })) : [],
});

function shown(
  { columns, origins, rows, reads, truncated }: Awaited<ReturnType<typeof visit>>,
  view: View | null,
): QueryResult {
  const isKey = columns.map((name) => name.startsWith(KEY));
  const places = columns.flatMap((_, at) => (isKey[at] ? [] : [at]));
  const pick = <T>(all: readonly T[]): T[] => all.filter((_, at) => places.includes(at));
  const made = rows.map(pick);
  const common = { columns: pick(columns), rows: made, row_count: made.length, truncated };
  if (!view) return { ...common, reads };
  const { shape } = view;
  const own = pick(origins).map((origin) => (origin && isNamed(shape, origin.table) ? origin.column : null));
  return {
    ...common,
    reads: [shape.name],
    source: { table: shape.name, key: shape.key, columns: own },
    keys: rows.map((row) => shape.key.map((_, at) => row[columns.lastIndexOf(KEY + at)] ?? null)),
  };
}

const isNamed = ({ name }: { name: string }, other: string): boolean =>
  name.toLowerCase() === other.toLowerCase();
