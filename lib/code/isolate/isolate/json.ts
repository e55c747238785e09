import {
  Buffer,
  Bytes,
  eachOfMap,
  eachOfSet,
  isFiniteNumber,
  isView,
  NativeError,
  NativeMap,
  NativeSet,
  NativeString,
  stringify,
} from "./intrinsics";
import { errorMessage } from "./thrown";

const CHANGES = {
  map: "a Map became an object",
  set: "a Set became a list",
  bytes: "binary data became a list of numbers",
  bigint: "a BigInt became a string of digits",
  number: "NaN or Infinity became null",
  error: "an Error became its name and message",
  left: "a function or symbol was left out",
};

/**
 * Converts any value to JSON. Values without a JSON form become the nearest one, and `note` names these.
 * Throws for cycles.
 */
export function toJson(value: unknown): { json: string; note?: string } {
  const changed: { [Key in keyof typeof CHANGES]?: true } = {};
  const json = stringify(value, (_, inner: unknown) => {
    const { as, kind } = nearest(inner);
    if (kind) changed[kind] = true;
    return as;
  });
  if (json === undefined) throw new NativeError(`JSON has no form for a ${typeof value}`);
  let changes = "";
  for (const kind in CHANGES) {
    const key = kind as keyof typeof CHANGES;
    if (changed[key]) changes += (changes && ", ") + CHANGES[key];
  }
  return changes ? { json, note: `[sandbox] The result is JSON, so ${changes}.` } : { json };
}

export function toText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "bigint":
      return `${value}n`;
    case "object":
      return value instanceof NativeError ? errorMessage(value) : listing(value);
    case "function":
      return "[function]";
    default:
      return NativeString(value);
  }
}

function listing(value: unknown): string {
  try {
    return stringify(value, (_, inner: unknown) =>
      typeof inner === "function" ? "[function]" : nearest(inner).as,
    );
  } catch (error) {
    return `[an object that cannot be shown: ${errorMessage(error)}]`;
  }
}

function nearest(value: unknown): { as: unknown; kind?: keyof typeof CHANGES } {
  switch (typeof value) {
    case "bigint":
      return { as: `${value}`, kind: "bigint" };
    case "number":
      return isFiniteNumber(value) ? { as: value } : { as: null, kind: "number" };
    case "function":
    case "symbol":
      return { as: undefined, kind: "left" };
    case "object":
      return value === null ? { as: null } : nearestOfObject(value);
    default:
      return { as: value };
  }
}

function nearestOfObject(value: object): { as: unknown; kind?: keyof typeof CHANGES } {
  if (value instanceof NativeMap) {
    const as: Record<string, unknown> = { __proto__: null };
    eachOfMap(value, (inner, key) => {
      as[toText(key)] = inner;
    });
    return { as, kind: "map" };
  }
  if (value instanceof NativeSet) {
    const as: unknown[] = [];
    eachOfSet(value, (inner) => {
      as[as.length] = inner;
    });
    return { as, kind: "set" };
  }
  if (value instanceof NativeError)
    return { as: { name: value.name, message: value.message }, kind: "error" };
  if (isView(value)) return { as: numbersOf(value), kind: "bytes" };
  if (value instanceof Buffer) return { as: numbersOf(new Bytes(value)), kind: "bytes" };
  return { as: value };
}

function numbersOf(view: ArrayBufferView): unknown[] {
  const list: unknown[] = [];
  const numbers =
    "length" in view ? (view as Uint8Array) : new Bytes(view.buffer, view.byteOffset, view.byteLength);
  for (let at = 0; at < numbers.length; at++) list[at] = numbers[at];
  return list;
}
