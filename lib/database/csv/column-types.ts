import type { Cell } from "@/lib/shared/data/cell";

export type CsvType = "INTEGER" | "REAL" | "TEXT";

/** Fifteen digits pass through a double and back unchanged. Leading zeros and signs belong to codes and phone numbers. */
const INTEGER = /^ *(?:0|-?[1-9]\d{0,14}) *$/;
const REAL = /^ *-?(0|[1-9]\d*)?(?:\.(\d+))?([eE][+-]\d{1,3})? *$/;
const MOST_DIGITS = 15;
/** Characters; what is longer is no number, however its spaces lie. */
const LONGEST = 40;

/** What the texts of one column have in common, found out one by one. */
export class ColumnType {
  #found: CsvType | null = null;
  #decimals: number | null = null;
  #isEven = true;
  #hasZeros = false;

  see(text: string): void {
    if (text === "" || this.#found === "TEXT") return;
    if (isInteger(text)) {
      this.#found ??= "INTEGER";
      return;
    }
    const real = realOf(text);
    this.#found = real ? "REAL" : "TEXT";
    if (!real) return;
    this.#decimals ??= real.decimals;
    this.#isEven &&= this.#decimals === real.decimals;
    this.#hasZeros ||= real.hasZeros;
  }

  /** Null: it has no values. */
  get found(): CsvType | null {
    // 1.10 beside 1.1 is no number but a version; 5.00 beside 1.10 is a price.
    return this.#found === "REAL" && this.#hasZeros && !this.#isEven ? "TEXT" : this.#found;
  }
}

export const isNumber = (text: string): boolean => isInteger(text) || realOf(text) !== null;

const isInteger = (text: string) => text.length <= LONGEST && INTEGER.test(text);

/** A cell of a column of that type; nothing is NULL. */
export function cellOf(text: string | undefined, type: CsvType): Cell {
  if (text === undefined || text === "") return null;
  return type === "TEXT" ? text : Number(text);
}

/** How a decimal number is written, or null where it is none that a double holds without loss. */
function realOf(text: string): { decimals: number; hasZeros: boolean } | null {
  const found = text.length <= LONGEST ? REAL.exec(text) : null;
  if (!found) return null;
  const [, whole = "", fraction = "", exponent] = found;
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits.length > MOST_DIGITS || (fraction === "" && (exponent === undefined || whole === "")))
    return null;
  const value = Number(text);
  if (!Number.isFinite(value) || (value === 0 && digits !== "")) return null;
  return { decimals: fraction.length, hasZeros: exponent === undefined && fraction.endsWith("0") };
}
