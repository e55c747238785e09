import { fetchBy } from "./fetch";
import { install, NativeError, NativePromise, NativeProxy, parse } from "./intrinsics";
import { toJson } from "./json";

/** Maximum open calls. Code that opens more does not await them. */
const MAX_OPEN = 1_000;
const MAX_JSON_CHARS = 1_000_000;

type Waiting = { resolve(value: unknown): void; reject(error: Error): void; error: Error };
type Send = (call: number, op: string, args: string) => void;

const waiting: Record<number, Waiting> = { __proto__: null } as never;
let count = 0;
let last = 0;

export const areWaiting = (): boolean => count > 0;

/**
 * Installs the globals `state`, `tools` and `fetch`, which call the host. Calls `flooded` instead of a
 * further call when `MAX_OPEN` are open.
 */
export function installCalls(send: Send, flooded: () => void): void {
  const ask = (op: string, args: unknown[]): Promise<unknown> =>
    new NativePromise((resolve, reject) => {
      const { json } = toJson(args);
      if (json.length > MAX_JSON_CHARS) throw new NativeError(`${op} takes at most 1 MB of JSON at a time`);
      if (count >= MAX_OPEN) return flooded();
      // Create the error here, so that its stack contains the calling line.
      const error = new NativeError();
      waiting[++last] = { resolve, reject, error };
      count++;
      send(last, op, json);
    });
  install("state", {
    get: (key: unknown) => ask("state.get", [key]),
    set: (key: unknown, value: unknown) => ask("state.set", [key, value]),
    delete: (key: unknown) => ask("state.delete", [key]),
    list: (prefix?: unknown) => ask("state.list", prefix === undefined ? [] : [prefix]),
  });
  install(
    "tools",
    new NativeProxy(
      {},
      {
        // `then` must not be a tool: a promise that resolves with this object would call it.
        get: (_, name) =>
          typeof name === "string" && name !== "then"
            ? (input: unknown = {}) => ask("tools.call", [name, input])
            : undefined,
      },
    ),
  );
  install("fetch", fetchBy(ask));
}

/** Settles a call. `text` is the JSON result or the error message. `name` is empty for a plain Error. */
export function answer(call: number, isDone: boolean, text: string, name: string): void {
  const pending = waiting[call];
  if (!pending) return;
  delete waiting[call];
  count--;
  if (isDone) {
    pending.resolve(parse(text));
  } else {
    pending.error.message = text;
    if (name) pending.error.name = name;
    pending.reject(pending.error);
  }
}
