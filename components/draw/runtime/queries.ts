import { type Cell, cellText, type Param, param, toCell } from "@/lib/shared/data/cell";
import { LIMITS } from "@/lib/shared/frame/limits";
import type { FrozenRows, RowChange, ToFrame } from "@/lib/shared/frame/protocol";
import { call } from "./calls";
import { send, sendLarge } from "./port";
import { hasServer, hasServerLater, NO_SERVER } from "./server";

export type Row = Record<string, unknown>;
export type QueryState = {
  rows: readonly Row[];
  columns: readonly string[];
  isLoading: boolean;
  /** Message if the rows could not be read. The previous rows stay. */
  error: string | undefined;
  truncated: boolean;
  canUndo: boolean;
  canRedo: boolean;
};
export type Query = {
  id: number;
  subscribe: (onChange: () => void) => () => void;
  read: () => QueryState;
};

type Followed = Query & {
  key: string;
  cells: WeakMap<object, { cells: readonly Cell[]; key: readonly Cell[] }>;
  keyColumns: readonly string[];
  shown: Map<string, { text: string; row: Row }>;
  state: QueryState;
  ask: () => void;
  listeners: Set<() => void>;
};

const NOTHING: QueryState = {
  ...{ rows: [], columns: [], isLoading: true, error: undefined },
  ...{ truncated: false, canUndo: false, canRedo: false },
};

/** In a preview: the rows that the existing component has for the same queries. */
let frozenRows: FrozenRows = {};
export const setFrozenRows = (rows: FrozenRows): void => {
  frozenRows = rows;
};

function frozenState(key: string): QueryState {
  const found = Object.hasOwn(frozenRows, key) ? frozenRows[key] : undefined;
  if (!found) return NOTHING;
  const { columns, rows, truncated } = found;
  const all = rows.map((cells) => rowOf(columns, cells));
  return { ...NOTHING, isLoading: false, columns, rows: all, truncated };
}

const byKey = new Map<string, Followed>();
const byId = new Map<number, Followed>();
let last = 0;

export function queryOf(sql: string, args: readonly unknown[] = []): Query {
  if (typeof sql !== "string" || sql.trim() === "")
    throw new TypeError(
      'useQuery needs SQL first, as in useQuery("select * from trips where day = ?", [day]).',
    );
  if (!Array.isArray(args))
    throw new TypeError("Pass the parameters of a query as an array: useQuery(sql, [day]).");
  const params = args.map(toParam);
  const key = JSON.stringify([sql, params]);
  const existing = byKey.get(key);
  if (existing) return existing;
  const followed = make(key, () => sendLarge({ type: "follow", id: followed.id, sql, params }, "A query"));
  byKey.set(key, followed);
  // Queries without subscribers belong to renders that React discarded, so remove them if there are too many.
  for (const [other, one] of byKey)
    if (byKey.size > LIMITS.queries * 2 && one.listeners.size === 0) byKey.delete(other);
  return followed;
}

function make(key: string, ask: () => void): Followed {
  const id = ++last;
  const followed: Followed = {
    ...{ id, key, ask, keyColumns: [], shown: new Map(), cells: new WeakMap() },
    state: hasServer()
      ? NOTHING
      : hasServerLater()
        ? frozenState(key)
        : { ...NOTHING, isLoading: false, error: NO_SERVER },
    listeners: new Set(),
    read: () => followed.state,
    subscribe: (onChange) => {
      followed.listeners.add(onChange);
      if (followed.listeners.size === 1 && hasServer()) follow(followed);
      return () => {
        followed.listeners.delete(onChange);
        // Wait until the current task ends, because React may unsubscribe and subscribe again in one render.
        queueMicrotask(() => followed.listeners.size === 0 && leave(followed));
      };
    },
  };
  return followed;
}

function follow(followed: Followed): void {
  if (byId.has(followed.id)) return;
  if (byId.size >= LIMITS.queries) {
    const error = `A component can follow at most ${LIMITS.queries} queries at once. Read more with one of them.`;
    show(followed, { isLoading: false, error });
    return;
  }
  byId.set(followed.id, followed);
  followed.ask();
}

function leave(followed: Followed): void {
  if (!byId.delete(followed.id)) return;
  byKey.delete(followed.key);
  send({ type: "unfollow", id: followed.id });
}

export function receiveRows(message: Extract<ToFrame, { type: "rows" }>): void {
  const followed = byId.get(message.id);
  if (!followed) return;
  const { columns, rows, keys = [], key = [], truncated, isLoading, problem, canUndo, canRedo } = message;
  const now: Followed["shown"] = new Map();
  followed.keyColumns = key;
  const all = rows.map((cells, at) => {
    const own = keys[at] ?? [];
    const name = keys[at] ? JSON.stringify(own) : String(at);
    const text = JSON.stringify([columns, cells]);
    const before = followed.shown.get(name);
    const row = before?.text === text ? before.row : rowOf(columns, cells);
    now.set(name, { text, row });
    followed.cells.set(row, { cells, key: own });
    return row;
  });
  followed.shown = now;
  const same =
    all.length === followed.state.rows.length && all.every((row, at) => row === followed.state.rows[at]);
  show(followed, {
    ...{ rows: same ? followed.state.rows : all, columns, truncated, isLoading },
    ...{ error: problem, canUndo, canRedo },
  });
}

function show(followed: Followed, change: Partial<QueryState>): void {
  followed.state = { ...followed.state, ...change };
  for (const tell of followed.listeners) tell();
}

const rowOf = (columns: readonly string[], cells: readonly Cell[]): Row =>
  Object.fromEntries(columns.map((name, at) => [name, shown(cells[at] ?? null)]));

const shown = (cell: Cell): unknown => (typeof cell === "object" && cell !== null ? cellText(cell) : cell);

/** Requests a change of rows. Resolves when it is stored; throws the reason if it is not. */
const change = (query: Query, what: RowChange): Promise<void> =>
  call((id) => ({ type: "edit", id, query: query.id, change: what }), "The change");

export const undo = (query: Query): Promise<void> => change(query, { kind: "undo" });
export const redo = (query: Query): Promise<void> => change(query, { kind: "redo" });

export function addRows(query: Query, newRows: Row | readonly Row[]): Promise<void> {
  const rows = [newRows].flat().map((row) => cellsOf(row));
  expectFew(rows);
  if (rows.length === 0) return Promise.resolve();
  return change(query, { kind: "insert", rows });
}

function expectFew(rows: readonly unknown[]): void {
  if (rows.length > LIMITS.rows)
    throw new RangeError(`Give at most ${LIMITS.rows} rows at once, not ${rows.length}.`);
}

/** Writes only the columns that differ, each only if it still has the value that this component saw. */
export async function editRow(query: Query, row: Row, values: Row): Promise<void> {
  const { key, columns, cells } = placeOf(query, row);
  const set = cellsOf(values);
  const was: Record<string, Cell> = {};
  for (const [name, value] of Object.entries(set)) {
    const before = cells[columns.indexOf(name)];
    if (before === undefined) throw new TypeError(`The table has no column ${JSON.stringify(name)}.`);
    if (JSON.stringify(before) === JSON.stringify(value)) delete set[name];
    else was[name] = before;
  }
  if (key.length === 0 || Object.keys(set).length > 0)
    await change(query, { kind: "set", key: [...key], set, was });
}

export function deleteRows(query: Query, oldRows: Row | readonly Row[]): Promise<void> {
  const keys = [oldRows].flat().map((row) => [...placeOf(query, row).key]);
  expectFew(keys);
  if (keys.length === 0) return Promise.resolve();
  return change(query, { kind: "delete", keys });
}

/** Finds a row by identity, or a copy by its key columns. */
function placeOf(query: Query, row: Row) {
  const { cells, keyColumns, shown, state } = query as Followed;
  const { columns } = state;
  // Rows without a key cannot be changed. The page reports the reason, for example a shared surface or a
  // missing key.
  if (keyColumns.length === 0) return { key: [], cells: columns.map(() => null), columns };
  const copied = keyColumns.every((name) => row?.[name] !== undefined);
  const name = copied ? JSON.stringify(keyColumns.map((column) => toParam(row[column], column))) : "";
  const place = cells.get(row) ?? cells.get(shown.get(name)?.row ?? {});
  if (!place) throw new TypeError("Pass a row that useTable returned: this object is not one of its rows.");
  return { ...place, columns };
}

const cellsOf = (values: Row): Record<string, Cell> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toStored(value, name)]));

function toStored(value: unknown, what: string): Cell {
  const one = toParam(value, what);
  return typeof one === "boolean" ? toCell(one) : one;
}

function toParam(value: unknown, what: unknown): Param {
  if (typeof value === "bigint") return toCell(value);
  const plain = value instanceof Date ? value.toISOString() : (value ?? null);
  const parsed = param.safeParse(plain);
  if (parsed.success && !Number.isNaN(plain)) return parsed.data;
  const name = typeof what === "string" ? JSON.stringify(what) : `The parameter ${Number(what) + 1}`;
  throw new TypeError(
    `${name} cannot be stored: pass a string, number, boolean or null. Convert an array or object with JSON.stringify.`,
  );
}
