import * as z from "zod/mini";

/** An integer outside the safe range of JSON numbers. */
const integer = z.strictObject({ $integer: z.string().check(z.regex(/^-?\d{1,19}$/)) });
const blob = z.strictObject({ $blob: z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/)) });
/** Reals that JSON cannot represent. */
const real = z.strictObject({ $real: z.enum(["Infinity", "-Infinity", "-0"]) });

/** A lossless JSON encoding of an SQLite value. */
export const cell = z.union([z.null(), z.number(), z.string(), integer, blob, real]);
export type Cell = z.infer<typeof cell>;

/** A value bound to a `?`: a cell, or a boolean stored as 1 or 0. */
export const param = z.union([cell, z.boolean()]);
export type Param = z.infer<typeof param>;

/** A value as SQLite returns it, with INTEGER as bigint and REAL as number. */
export type Value = null | bigint | number | string | Uint8Array;

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Encodes a value of SQLite. NaN becomes NULL, as in SQLite. */
export function toCell(value: Value | boolean | undefined): Cell {
  if (value === null || value === undefined || typeof value === "string") return value ?? null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "bigint")
    return value <= SAFE && value >= -SAFE ? Number(value) : { $integer: String(value) };
  if (typeof value !== "number") return { $blob: toBase64(value) };
  if (Number.isNaN(value)) return null;
  if (Object.is(value, -0)) return { $real: "-0" };
  return Number.isFinite(value) ? value : { $real: value > 0 ? "Infinity" : "-Infinity" };
}

/** Decodes a cell or parameter. Safe integers become INTEGER, all other JSON numbers REAL. */
export function fromCell(value: Param): Value {
  if (value === null || typeof value === "string") return value;
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if ("$integer" in value) return BigInt(value.$integer);
  if ("$blob" in value) return fromBase64(value.$blob);
  return Number(value.$real);
}

export function cellText(shown: Cell): string {
  if (shown === null) return "NULL";
  if (typeof shown !== "object") return String(shown);
  if ("$integer" in shown) return shown.$integer;
  if ("$real" in shown) return shown.$real;
  const bytes = blobSize(shown.$blob);
  return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
}

/**
 * Returns the value of a numeric cell as a number, for axes and sums; null for other cells. Large integers lose
 * precision.
 */
export function cellNumber(shown: Cell): number | null {
  if (typeof shown === "number") return shown;
  if (shown === null || typeof shown === "string" || "$blob" in shown) return null;
  return Number("$integer" in shown ? shown.$integer : shown.$real);
}

const blobSize = (text: string) => Math.floor((text.replace(/=+$/, "").length * 3) / 4);

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
