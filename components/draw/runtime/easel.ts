import { use, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { LIMITS } from "@/lib/shared/frame/limits";
import { type Cell, cellOf, flush } from "./agent-state";
import { call } from "./calls";
import { isByHand, takeGesture } from "./gestures";
import { ALIASES } from "./modules";
import { hasPainted } from "./painted";
import { addRows, deleteRows, editRow, type QueryState, queryOf, type Row, redo, undo } from "./queries";
import { callWith } from "./sent-files";

export { useRoom } from "./room";
export { askModel, callAgentTool } from "./server";
export { useFile } from "./use-file";

type Next<T> = T | ((now: T) => T);

/**
 * Returns a value of the agent's state and its setter, like `useState`. It is live in both directions and
 * survives reloads. `initial` is shown while nothing (or null) is stored, and is not stored itself. Values
 * are JSON.
 */
export const useAgentState = <T>(key: string, initial: T | (() => T)): [T, (next: Next<T>) => void] =>
  useCell(cellOf(key), initial);

/** Like `useAgentState`, but for this surface only: values survive reloads and are shared between tabs. */
export const useSheetState = <T>(key: string, initial: T | (() => T)): [T, (next: Next<T>) => void] =>
  useCell(cellOf(key, "sheet"), initial);

function useCell<T>(cell: Cell, initial: T | (() => T)): [T, (next: Next<T>) => void] {
  const [fallback] = useState(initial);
  // Delays the first paint until the stored value arrives. A key that is added later does not suspend, because that
  // would hide what is already painted. The decision is kept in state, because React renders a suspended component
  // again, and the hooks must match.
  const [waits] = useState(() => !cell.isLoaded && !hasPainted());
  if (waits) use(cell.loaded);
  const stored = useSyncExternalStore(cell.subscribe, cell.read);
  const set = useCallback(
    (next: Next<T>) => cell.write((now) => (isUpdater(next) ? next((now ?? fallback) as T) : next), fallback),
    [cell, fallback],
  );
  return [(stored ?? fallback) as T, set];
}

/**
 * Returns the rows of a read-only SQL query, refetched after every change of its tables: `{ rows, columns,
 * isLoading, error, truncated }`. At most 1,000 rows; `params` are the values of its `?`. The previous rows
 * stay while new ones load.
 */
export const useQuery = (sql: string, params: readonly unknown[] = []): QueryState => useRows(sql, params);

type Narrowed = { where?: string; params?: readonly unknown[]; orderBy?: string };

/**
 * Returns the rows of a table like `useQuery`, and functions that change them. A change is shown immediately,
 * resolves when it is stored, and is reverted with an error if it is refused.
 */
export function useTable(name: string, { where, params = [], orderBy }: Narrowed = {}) {
  if (typeof name !== "string" || name === "")
    throw new TypeError('useTable needs the name of a table, as in useTable("trips").');
  const from = `SELECT * FROM "${name.replaceAll('"', '""')}"`;
  const sql = `${from}${where ? ` WHERE ${where}` : ""}${orderBy ? ` ORDER BY ${orderBy}` : ""}`;
  const state = useRows(sql, params);
  const query = queryOf(sql, params);
  const acts = useMemo(
    () => ({
      add: (rows: Row | readonly Row[]) => addRows(query, rows),
      edit: (row: Row, values: Row) => editRow(query, row, values),
      delete: (rows: Row | readonly Row[]) => deleteRows(query, rows),
      undo: () => undo(query),
      redo: () => redo(query),
    }),
    [query],
  );
  return { ...state, ...acts };
}

function useRows(sql: string, params: readonly unknown[]): QueryState {
  const query = queryOf(sql, params);
  const state = useSyncExternalStore(query.subscribe, query.read);
  const last = useRef(state);
  useEffect(() => {
    if (!state.isLoading || state.rows.length > 0) last.current = state;
  }, [state]);
  return state.isLoading && state.rows.length === 0 ? { ...last.current, isLoading: true } : state;
}

/** Answers the agent, which continues with `{ action, ...payload }`. Resolves when the answer is accepted. */
export function callTool(action: string, payload: unknown = {}): Promise<void> {
  flush();
  if (typeof action !== "string" || action === "" || action.length > 200)
    throw new TypeError(
      'callTool needs the name of an action first, as in callTool("save", { rows }). In a handler: onClick={() => callTool("save")}.',
    );
  const byHand = isByHand();
  return callWith(
    payload,
    "payload",
    (value) => (id) => ({ type: "action", id, action, payload: value, byHand }),
    `The payload of “${action}”`,
  );
}

/** Sends a chat message as the user, once per click or key. Resolves when it is sent. */
export function sendMessage(text: string): Promise<void> {
  flush();
  if (typeof text !== "string" && typeof text !== "number" && typeof text !== "bigint")
    throw new TypeError(
      'sendMessage needs a string, as in sendMessage("Next page"). In a handler: onClick={() => sendMessage("Next page")}.',
    );
  const trimmed = String(text).trim();
  if (trimmed === "") throw new TypeError("sendMessage needs a string.");
  if (trimmed.length > LIMITS.text)
    throw new RangeError(
      `The message has ${trimmed.length} characters; the limit is ${LIMITS.text}. Send long data with callTool(action, payload).`,
    );
  const byHand = takeGesture();
  return call((id) => ({ type: "say", id, text: trimmed, byHand }), "The message");
}

/**
 * Imports a module of the runtime by name, like `import()`. Throws with the list of modules if there is none.
 */
export async function importModule(specifier: string): Promise<unknown> {
  const names = modules();
  const name = names.includes(specifier) ? specifier : usual(specifier);
  if (!names.includes(name))
    throw new Error(`There is no module ${JSON.stringify(specifier)}. Available: ${names.join(", ")}.`);
  return import(name);
}

let moduleNames: string[] | undefined;

function modules(): string[] {
  const map = document.querySelector('script[type="importmap"]')?.textContent ?? "{}";
  moduleNames ??= Object.keys((JSON.parse(map) as { imports?: object }).imports ?? {}).sort();
  return moduleNames;
}

function usual(specifier: string): string {
  const [spelling, module] = ALIASES.find(([spelling]) => spelling.test(specifier)) ?? [];
  return spelling && module ? specifier.replace(spelling, module) : specifier;
}

const isUpdater = <T>(next: Next<T>): next is (now: T) => T => typeof next === "function";
