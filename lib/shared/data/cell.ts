import * as z from "zod/mini";

/** A whole number beyond what a JSON number holds exactly. */
const integer = z.strictObject({ $integer: z.string().check(z.regex(/^-?\d{1,19}$/)) });
const blob = z.strictObject({ $blob: z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/)) });
/** Reals that JSON has no words for. */
const real = z.strictObject({ $real: z.enum(["Infinity", "-Infinity", "-0"]) });

/** A value of SQLite in JSON, without loss. */
export const cell = z.union([z.null(), z.number(), z.string(), integer, blob, real]);
export type Cell = z.infer<typeof cell>;

/** What may be bound to a `?`: a cell, or true and false for 1 and 0. */
export const param = z.union([cell, z.boolean()]);
export type Param = z.infer<typeof param>;

/** What SQLite has: INTEGER as bigint, REAL as number. */
export type Value = null | bigint | number | string | Uint8Array;

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** NaN is NULL, as in SQLite. */
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

/** A JSON number that is a safe integer is INTEGER, every other one REAL. */
export function fromCell(given: Param): Value {
  if (given === null || typeof given === "string") return given;
  if (typeof given === "boolean") return given ? 1n : 0n;
  if (typeof given === "number") return Number.isSafeInteger(given) ? BigInt(given) : given;
  if ("$integer" in given) return BigInt(given.$integer);
  if ("$blob" in given) return fromBase64(given.$blob);
  return Number(given.$real);
}

/** As a person reads it; a blob is told by its size. */
export function cellText(shown: Cell): string {
  if (shown === null) return "NULL";
  if (typeof shown !== "object") return String(shown);
  if ("$integer" in shown) return shown.$integer;
  if ("$real" in shown) return shown.$real;
  const bytes = blobSize(shown.$blob);
  return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
}

/** A number where the cell is one, for axes and sums; a large integer loses its last digits. */
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
