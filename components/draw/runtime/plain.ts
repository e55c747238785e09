import { LIMITS } from "@/lib/shared/frame/limits";

/**
 * A file inside the converted value. The caller stores it and passes its reference to `replace`, which puts
 * the reference where the file was.
 */
export type FoundFile = { path: string; blob: Blob; replace: (stored: unknown) => void };
/** `isConverted`: the result differs from the given value. */
export type Plain = { value: unknown; files: FoundFile[]; isConverted: boolean };

const MAX_DEPTH = 200;
/** Larger than a message may be, so that `sendLarge` can report the exact size of a slightly too large text. */
const MAX_SIZE = LIMITS.message * 4;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

type Walk = { files: FoundFile[]; ancestors: object[]; size: number; isConverted: boolean };
type Put = (value: unknown) => void;

/**
 * Returns `value` as JSON data without loss: a Set or another iterable becomes an array; a Map an object or,
 * if a key is not a string, an array of pairs; a Date an ISO string; a bigint a number or a string; NaN a
 * string. Files are left out until `replace` is called. Throws a TypeError with the path of a value that
 * cannot be sent, and a RangeError if the value is too large.
 */
export function toPlain(value: unknown, path: string): Plain {
  const walk: Walk = { files: [], ancestors: [], size: 0, isConverted: false };
  const root: Plain = { value: undefined, files: walk.files, isConverted: false };
  place(value, path, walk, (plain) => {
    root.value = plain;
  });
  root.isConverted = walk.isConverted;
  return root;
}

function place(value: unknown, path: string, walk: Walk, put: Put): void {
  count(walk, 2, path);
  try {
    const own = withToJson(value);
    const plain = plainOf(own, path, walk, put);
    if (own !== value || typeof plain !== typeof value) walk.isConverted = true;
    put(plain);
  } catch (error) {
    if (error instanceof Refusal || error instanceof RangeError) throw error;
    throw new Refusal(`${path} cannot be read: ${messageOf(error)}. Send only the values that you need.`);
  }
}

class Refusal extends TypeError {}

/** Calls `toJSON`, by which objects such as URLs and rectangles define their JSON form. */
function withToJson(value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Date || isFile(value)) return value;
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === "function" ? toJSON.call(value, "") : value;
}

function plainOf(value: unknown, path: string, walk: Walk, put: Put): unknown {
  switch (typeof value) {
    case "string":
      count(walk, value.length + 2, path);
      return value;
    case "number":
      count(walk, 1, path);
      return Number.isFinite(value) ? value : String(value);
    case "bigint":
      count(walk, 1, path);
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case "function":
      return refuse(path, "a function", "Call the function and send its result.");
    case "symbol":
      return refuse(path, "a symbol", "Send its text.");
    case "object":
      return value === null ? null : ofObject(value, path, walk, put);
    default:
      count(walk, 1, path);
      return value;
  }
}

function ofObject(value: object, path: string, walk: Walk, put: Put): unknown {
  if (walk.ancestors.includes(value))
    refuse(path, "an object that contains itself", "Send a new object with only the fields that you need.");
  if (walk.ancestors.length >= MAX_DEPTH)
    throw new RangeError(`${path.slice(0, 100)}… is nested too deeply to be sent. Send a flatter object.`);
  count(walk, 2, path);
  walk.ancestors.push(value);
  try {
    return inside(value, path, walk, put);
  } finally {
    walk.ancestors.pop();
  }
}

function inside(value: object, path: string, walk: Walk, put: Put): unknown {
  refuseLive(value, path);
  if (!Array.isArray(value) && !isPlainObject(value)) walk.isConverted = true;
  if (isFile(value)) {
    walk.files.push({ path, blob: value, replace: put });
    return null;
  }
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (isBoxed(value)) return plainOf(value.valueOf(), path, walk, put);
  if (value instanceof RegExp) return String(value);
  if (value instanceof Error) return ofError(value, path, walk);
  if (value instanceof Map) return ofMap(value, path, walk);
  if (value instanceof ArrayBuffer) return ofList(new Uint8Array(value), path, walk);
  if (value instanceof DataView)
    return ofList(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), path, walk);
  if (value instanceof FormData || value instanceof URLSearchParams) return ofList(value, path, walk);
  const keys = Object.keys(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value) || (isIterable(value) && !isPlainObject(value)))
    return ofList(value as Iterable<unknown>, path, walk);
  if (keys.length === 0 && !isPlainObject(value))
    refuse(path, `${nameOf(value)}, which has no fields of its own`, "Send its values in a plain object.");
  return ofFields(
    keys.map((key) => [key, () => Reflect.get(value, key)]),
    path,
    walk,
  );
}

/** Rejects objects of the browser and of React that have no meaning outside this document. */
function refuseLive(value: object, path: string): void {
  if (value instanceof Event || ("nativeEvent" in value && "isDefaultPrevented" in value))
    refuse(
      path,
      "an event",
      "Send its values, such as event.target.value; call callTool(action, payload) in the handler.",
    );
  if (value instanceof Node)
    refuse(path, `the element <${value.nodeName.toLowerCase()}>`, "Send its text or value.");
  if (value === globalThis) refuse(path, "the window", "Send the values you need.");
  if ("$$typeof" in value) refuse(path, "a React element", "Send the data that it shows.");
  if (value instanceof Promise) refuse(path, "a promise", "Await it first and send its result.");
}

function ofList(items: Iterable<unknown>, path: string, walk: Walk): unknown[] {
  const list: unknown[] = [];
  let at = 0;
  for (const item of items) {
    const index = at++;
    list[index] = null;
    place(item, `${path}[${index}]`, walk, (plain) => {
      list[index] = plain ?? null;
    });
  }
  return list;
}

function ofMap(map: Map<unknown, unknown>, path: string, walk: Walk): unknown {
  const entries = [...map];
  if (!entries.every(([key]) => typeof key === "string")) return ofList(entries, path, walk);
  return ofFields(
    entries.map(([key, value]) => [String(key), () => value]),
    path,
    walk,
  );
}

function ofError(error: Error, path: string, walk: Walk): unknown {
  const { name, message } = error;
  const own = Object.keys(error).map((key) => [key, () => Reflect.get(error, key)] as Field);
  const cause: Field[] = error.cause === undefined ? [] : [["cause", () => error.cause]];
  return ofFields([["name", () => name], ["message", () => message], ...cause, ...own], path, walk);
}

type Field = readonly [key: string, read: () => unknown];

function ofFields(fields: readonly Field[], path: string, walk: Walk): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [key, read] of fields) {
    const at = IDENTIFIER.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
    count(walk, key.length + 3, at);
    // Defined instead of assigned, because `__proto__` may be a key.
    const put: Put = (value) =>
      void Object.defineProperty(made, key, { value, writable: true, enumerable: true, configurable: true });
    place(readSafely(read, at), at, walk, put);
  }
  return made;
}

function readSafely(read: () => unknown, path: string): unknown {
  try {
    return read();
  } catch (error) {
    throw new Refusal(`${path} cannot be read: ${messageOf(error)}. Send only the values that you need.`);
  }
}

/** Throws as soon as the size exceeds the limit, because the values of an endless generator could not be counted. */
function count(walk: Walk, size: number, path: string): void {
  walk.size += size;
  if (walk.size > MAX_SIZE)
    throw new RangeError(
      `${path} is too large: at most ${LIMITS.message / 1e6} MB fit as JSON. Send less data, or a file: new File([text], "data.txt").`,
    );
}

function refuse(path: string, what: string, instead: string): never {
  throw new Refusal(`${path} is ${what}, which cannot be sent. ${instead}`);
}

const isFile = (value: object): value is Blob => value instanceof Blob;
const isIterable = (value: object): value is Iterable<unknown> =>
  typeof Reflect.get(value, Symbol.iterator) === "function";
const isBoxed = (value: object): boolean =>
  value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof BigInt;
const nameOf = (value: object): string => `an instance of ${value.constructor?.name || "a class"}`;

function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "it throws when it is read";
  }
}
