/*
 * Built-ins that the sandbox's script uses, taken before the code runs, because it may overwrite every
 * global.
 */

export const { apply, defineProperty } = Reflect;
export const { parse, stringify } = JSON;
export const { now } = Date;
export const { isView } = ArrayBuffer;
export const isFiniteNumber = Number.isFinite;
export const Buffer = ArrayBuffer;
export const Bytes = Uint8Array;
export const NativeError = Error;
export const NativeMap = Map;
export const NativePromise = Promise;
export const NativeProxy = Proxy;
export const NativeSet = Set;
export const NativeString = String;
export const NativeTypeError = TypeError;
export const AsyncFunction = (async () => {}).constructor as new (body: string) => () => Promise<unknown>;

/** Converts a method to a function that takes `this` as its first argument. */
const loose = <S, A extends unknown[], R>(method: (this: S, ...args: A) => R) =>
  Function.prototype.call.bind(method) as (self: S, ...args: A) => R;

export const { fromCharCode } = String;
export const charCode = loose(String.prototype.charCodeAt);
export const cut = loose(String.prototype.slice);
export const kindOf = loose(Object.prototype.toString);
export const eachOfMap = loose(Map.prototype.forEach);
export const eachOfSet = loose(Set.prototype.forEach);

type Then = (
  self: Promise<unknown>,
  done: (value: unknown) => void,
  failed?: (reason: unknown) => void,
) => unknown;
export const onceSettled: Then = loose(Promise.prototype.then);

/** Defines a global like the built-in ones: not enumerable, and the code may overwrite it. */
export const install = (name: string, value: unknown): boolean =>
  defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
