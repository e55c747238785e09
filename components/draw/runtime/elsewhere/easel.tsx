"use client";

import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";

/*
 * Replaces Easel's runtime in another app. State is kept in the browser's storage. Everything that needs a
 * server is a handler that the app supplies: wrap the component in <EaselProvider handlers={{ … }}>.
 */

export type Cell = string | number | null;
export type Row = Record<string, Cell>;
export type RowChange =
  | { kind: "insert"; table: string; rows: readonly Row[] }
  | { kind: "update"; table: string; row: Row; values: Row }
  | { kind: "delete"; table: string; rows: readonly Row[] }
  | { kind: "undo" | "redo"; table: string };

export type EaselHandlers = {
  /** Receives the answer of the component: the name of the action and its data. */
  callTool?: (action: string, payload: unknown) => unknown;
  /** Receives a message that the component sends as the user. */
  sendMessage?: (text: string) => unknown;
  /** Runs a tool and returns its result. */
  callAgentTool?: (name: string, args: Record<string, unknown>) => unknown;
  /** Runs a read-only SQL query with one parameter for each `?`. */
  query?: (sql: string, params: readonly unknown[]) => Promise<{ rows: readonly Row[]; truncated?: boolean }>;
  /** Changes rows of a table. All queries are read again afterwards. */
  changeRows?: (change: RowChange) => unknown;
  /** Loads a file by its id. */
  file?: (id: string) => Promise<Blob>;
  /** Asks a language model. The answer must fit the JSON Schema. */
  askModel?: (question: { prompt: string; schema: Record<string, unknown> }) => unknown;
  /** Loads a module that the component imports by a name computed at run time. */
  importModule?: (name: string) => Promise<unknown>;
};

type Next<T> = T | ((now: T) => T);
type Setter<T> = (next: Next<T>) => void;
type Narrowed = { where?: string; params?: readonly unknown[]; orderBy?: string };

export type QueryState = {
  rows: readonly Row[];
  columns: readonly string[];
  isLoading: boolean;
  error: string | undefined;
  truncated: boolean;
  canUndo: boolean;
  canRedo: boolean;
};

export type ShownFile = {
  name?: string;
  type?: string;
  size?: number;
  url?: string;
  text?: string;
  blob?: Blob;
  isLoading: boolean;
  error?: string;
};

const LOADING: QueryState = {
  ...{ rows: [], columns: [], isLoading: true, error: undefined },
  ...{ truncated: false, canUndo: false, canRedo: false },
};

const TEXT = /^text\/|[/+](json|xml|yaml|csv|javascript)\b/;

/** Returns a store of JSON values under a prefix of the browser's storage, shared between tabs. */
function createStore(prefix: string) {
  const listeners = new Set<() => void>();
  const values = new Map<string, { text: string | null; value: unknown }>();
  /** Holds values if the browser refuses storage. */
  const memory = new Map<string, string>();
  const read = (key: string): unknown => {
    let text = memory.get(key) ?? null;
    try {
      text = localStorage.getItem(prefix + key) ?? text;
    } catch {}
    const known = values.get(key);
    if (known && known.text === text) return known.value;
    let value: unknown;
    try {
      value = text === null ? undefined : JSON.parse(text);
    } catch {}
    values.set(key, { text, value });
    return value;
  };
  const write = (key: string, value: unknown) => {
    const text = JSON.stringify(value) ?? "null";
    memory.set(key, text);
    try {
      localStorage.setItem(prefix + key, text);
    } catch {}
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    window.addEventListener("storage", listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("storage", listener);
    };
  };
  return { read, write, subscribe };
}

const isUpdater = <T,>(next: Next<T>): next is (now: T) => T => typeof next === "function";

type Read = () => EaselHandlers;

function demand<K extends keyof EaselHandlers>(read: Read, name: K): NonNullable<EaselHandlers[K]> {
  const handler = read()[name];
  if (!handler)
    throw new Error(
      `The component uses ${name}, which this app does not supply: pass handlers={{ ${name} }} to EaselProvider.`,
    );
  return handler;
}

const stateHook = (store: ReturnType<typeof createStore>) =>
  function useStored<T>(key: string, initial: T | (() => T)): [T, Setter<T>] {
    const [fallback] = useState(initial);
    const value = useSyncExternalStore(
      store.subscribe,
      () => store.read(key),
      () => undefined,
    );
    const set = useCallback<Setter<T>>(
      (next) => {
        const now = (store.read(key) ?? fallback) as T;
        store.write(key, isUpdater(next) ? next(now) : next);
      },
      [key, fallback],
    );
    return [(value ?? fallback) as T, set];
  };

const rowsOf = (rows: Row | readonly Row[]): readonly Row[] => (Array.isArray(rows) ? rows : [rows as Row]);

function queryHooks(read: Read) {
  const refetch = new Set<() => void>();
  const change = async (what: RowChange): Promise<void> => {
    await demand(read, "changeRows")(what);
    for (const again of refetch) again();
  };
  function useQuery(sql: string, params: readonly unknown[] = []): QueryState {
    const key = JSON.stringify([sql, params]);
    const [state, setState] = useState(LOADING);
    const [revision, setRevision] = useState(0);
    useEffect(() => {
      const again = () => setRevision((now) => now + 1);
      refetch.add(again);
      return () => void refetch.delete(again);
    }, []);
    // `revision` reads the rows again after a change.
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
    useEffect(() => {
      let isOver = false;
      const show = (change: Partial<QueryState>) =>
        !isOver && setState((now) => ({ ...now, error: undefined, ...change, isLoading: false }));
      const [text, values] = JSON.parse(key) as [string, unknown[]];
      const load = async () => demand(read, "query")(text, values);
      load().then(
        ({ rows, truncated = false }) => show({ rows, truncated, columns: Object.keys(rows[0] ?? {}) }),
        (error: unknown) => show({ error: error instanceof Error ? error.message : String(error) }),
      );
      return () => {
        isOver = true;
      };
    }, [key, revision]);
    return state;
  }
  function useTable(table: string, { where, params = [], orderBy }: Narrowed = {}) {
    const from = `SELECT * FROM "${table.replaceAll('"', '""')}"`;
    const sql = `${from}${where ? ` WHERE ${where}` : ""}${orderBy ? ` ORDER BY ${orderBy}` : ""}`;
    return {
      ...useQuery(sql, params),
      add: (rows: Row | readonly Row[]) => change({ kind: "insert", table, rows: rowsOf(rows) }),
      edit: (row: Row, values: Row) => change({ kind: "update", table, row, values }),
      delete: (rows: Row | readonly Row[]) => change({ kind: "delete", table, rows: rowsOf(rows) }),
      undo: () => change({ kind: "undo", table }),
      redo: () => change({ kind: "redo", table }),
    };
  }
  return { useQuery, useTable };
}

const fileHook = (read: Read) =>
  function useFile(id: string | null | undefined): ShownFile {
    const [shown, setShown] = useState<ShownFile & { id?: string }>({ isLoading: true });
    useEffect(() => {
      if (!id) return;
      let url: string | undefined;
      let isOver = false;
      const load = async () => {
        const blob = await demand(read, "file")(id);
        const { size, type } = blob;
        const text = TEXT.test(type) ? await blob.text() : undefined;
        if (isOver) return;
        url = URL.createObjectURL(blob);
        const name = blob instanceof File ? blob.name : id;
        setShown({ id, name, type, size, blob, url, ...(text !== undefined && { text }), isLoading: false });
      };
      load().catch((error: Error) => !isOver && setShown({ id, isLoading: false, error: error.message }));
      return () => {
        isOver = true;
        if (url) URL.revokeObjectURL(url);
      };
    }, [id]);
    if (!id) return { isLoading: false };
    const { id: loaded, ...rest } = shown;
    return loaded === id ? rest : { isLoading: true };
  };

type Values = Record<string, unknown>;
type Patch = Values | ((now: Values) => Values);

const patched = (now: Values, patch: Patch): Values => {
  const all = { ...now, ...(typeof patch === "function" ? patch(now) : patch) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined));
};

/** Returns a room in which the component is alone, because rooms need Easel. */
function useRoomAlone() {
  const [presence, change] = useState<Values>({});
  const [state, changeState] = useState<Values>({});
  const setPresence = useCallback((patch: Patch) => change((now) => patched(now, patch)), []);
  const setState = useCallback((patch: Patch) => changeState((now) => patched(now, patch)), []);
  const me = { connectionId: "me", id: "me", name: "You", color: "#2563eb", presence };
  const others: (typeof me)[] = [];
  return { me, others, state, setPresence, setState, isConnected: false, error: undefined };
}

/** Creates the functions and hooks of Easel for one component or app, over the handlers that `read` returns. */
export const createEasel = (read: Read, prefix = "easel:") => ({
  /** A value that all components of the app share, like `useState`. It survives reloads. */
  useAgentState: stateHook(createStore(`${prefix}state:`)),
  /** A value of the component that survives reloads, like `useState`. */
  useSheetState: stateHook(createStore(`${prefix}sheet:`)),
  /** A room in which the component is alone. */
  useRoom: useRoomAlone,
  ...queryHooks(read),
  useFile: fileHook(read),
  async callTool(action: string, payload: unknown = {}): Promise<void> {
    await demand(read, "callTool")(action, payload);
  },
  async sendMessage(text: string): Promise<void> {
    await demand(read, "sendMessage")(text);
  },
  async callAgentTool(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
    return demand(read, "callAgentTool")(name, args);
  },
  async askModel(question: { prompt: string; schema: Record<string, unknown> }): Promise<unknown> {
    return demand(read, "askModel")(question);
  },
  async importModule(name: string): Promise<unknown> {
    return demand(read, "importModule")(name);
  },
});

/** Returns a component that loads and renders only in the browser, because its code needs one. */
export function clientOnly<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Loaded = lazy(load) as unknown as ComponentType<P>;
  return function ClientOnly(props: P) {
    const isBrowser = useSyncExternalStore(
      () => () => {},
      () => true,
      () => false,
    );
    return isBrowser ? (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    ) : null;
  };
}

let current: EaselHandlers = {};

/** Supplies the handlers. The app has one set of them: the latest provider wins. */
export function EaselProvider({ handlers, children }: { handlers: EaselHandlers; children?: ReactNode }) {
  useState(() => {
    current = handlers;
  });
  useEffect(() => {
    current = handlers;
  }, [handlers]);
  return children;
}

export const {
  useAgentState,
  useSheetState,
  useRoom,
  useQuery,
  useTable,
  useFile,
  callTool,
  sendMessage,
  callAgentTool,
  askModel,
  importModule,
} = createEasel(() => current);
