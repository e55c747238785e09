import type { Cell } from "@/lib/shared/data/cell";
import type { DateOrder } from "@/lib/shared/data/csv-style";

export type CsvType = "INTEGER" | "REAL" | "TEXT";

/** Fifteen digits pass through a double and back unchanged. Leading zeros and signs belong to codes and phone numbers. */
const INTEGER = /^ *(?:0|-?[1-9]\d{0,14}) *$/;
const REAL = /^ *-?(0|[1-9]\d*)?(?:\.(\d+))?([eE][+-]\d{1,3})? *$/;
const MAX_DIGITS = 15;
/** Characters; what is longer is no number, however its spaces lie. */
const LONGEST = 40;

/** 1.234,5 and 12: points group the thousands, and a comma comes before the decimals. */
const WITH_COMMA = /^ *-?(?:\d{1,3}(?:\.\d{3})+|\d+)?(?:,\d+)? *$/;
const DATE = /^ *(\d{1,2})([./-])(\d{1,2})\2(\d{4}) *$/;

/** What the person says of a file: how its numbers and dates are written. */
export type CsvStyle = { decimal?: "comma"; dates?: DateOrder };

/** What the texts of one column have in common, found out one by one. */
export class ColumnType {
  readonly #style: CsvStyle;
  #areDates = true;
  #found: CsvType | null = null;
  #decimals: number | null = null;
  #isEven = true;
  #hasZeros = false;

  constructor(style: CsvStyle = {}) {
    this.#style = style;
  }

  see(given: string): void {
    if (given === "") return;
    this.#areDates &&= this.#style.dates !== undefined && isoDate(given, this.#style.dates) !== null;
    if (this.#found === "TEXT") return;
    const text = this.#style.decimal ? withPoint(given) : given;
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

  /** A text of the column as SQLite reads numbers and dates, where all of its texts are such. */
  normal(text: string): string {
    if (text === "" || this.found === null) return text;
    if (this.found !== "TEXT") return this.#style.decimal ? withPoint(text) : text;
    return (this.#areDates && this.#style.dates && isoDate(text, this.#style.dates)) || text;
  }

  /** Null: it has no values. */
  get found(): CsvType | null {
    // 1.10 beside 1.1 is no number but a version; 5.00 beside 1.10 is a price.
    const isVersion = this.#hasZeros && !this.#isEven && !this.#style.decimal;
    return this.#found === "REAL" && isVersion ? "TEXT" : this.#found;
  }
}

/** What is no number with a comma is none with a point either, and stays a text. */
function withPoint(text: string): string {
  if (text.length > LONGEST || !WITH_COMMA.test(text)) return text.includes(".") ? `${text}?` : text;
  return text.replaceAll(".", "").replace(",", ".");
}

/** 31.12.2024 as 2024-12-31; null where it is no day. */
function isoDate(text: string, order: DateOrder): string | null {
  const found = text.length <= LONGEST ? DATE.exec(text) : null;
  if (!found) return null;
  const [, first = "", separator, second = "", year] = found;
  // Between points, the day comes first everywhere.
  if (separator === "." && order === "mdy") return null;
  const [day, month] = order === "dmy" ? [first, second] : [second, first];
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
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
  if (digits.length > MAX_DIGITS || (fraction === "" && (exponent === undefined || whole === "")))
    return null;
  const value = Number(text);
  if (!Number.isFinite(value) || (value === 0 && digits !== "")) return null;
  return { decimals: fraction.length, hasZeros: exponent === undefined && fraction.endsWith("0") };
}
