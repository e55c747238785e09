import type { Cell } from "./cell";
import { DATE_ORDERS, type DateOrder, type Decimal } from "./csv-style";

export type CsvType = "INTEGER" | "REAL" | "TEXT";

/**
 * At most 15 digits, which a double holds without loss. Texts with leading zeros or a plus sign do not match,
 * because they are codes or phone numbers.
 */
const INTEGER = /^ *(?:0|-?[1-9]\d{0,14}) *$/;
const REAL = /^ *-?(0|[1-9]\d*)?(?:\.(\d+))?([eE][+-]\d{1,3})? *$/;
const MAX_DIGITS = 15;
/** Longer texts are not numbers. */
const MAX_NUMBER_CHARS = 40;

/**
 * Numbers with a decimal comma or a decimal point. The digits before the comma or point can be grouped by three.
 */
const WRITTEN: Record<Decimal, RegExp> = {
  comma: /^((?:0|[1-9]\d*)|[1-9]\d{0,2}(?:([.'’ \u00a0\u202f])\d{3})(?:\2\d{3})*)?(?:,(\d+))?$/,
  point: /^((?:0|[1-9]\d*)|[1-9]\d{0,2}(?:([,'’ \u00a0\u202f])\d{3})(?:\2\d{3})*)?(?:\.(\d+))?$/,
};
/** Placeholders that spreadsheets write for a missing number. */
const MISSING = /^(?:[-–—]|n\/?a|#n\/?a|null|nil|k\. ?a\.)$/i;
const DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,? +(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** Notation of the numbers and dates in a column. Without `decimal`, numbers are written as in SQLite. */
export type CsvStyle = { decimal?: Decimal; dates?: DateOrder };

/** Infers the type of a column. `see` receives its texts one by one. */
export class ColumnType {
  readonly style: CsvStyle;
  #areDates = true;
  #found: CsvType | null = null;
  #decimals: number | null = null;
  #isEven = true;
  #hasZeros = false;
  #unit: string | null = null;
  #isGrouped = false;
  #numbers = 0;
  #values = 0;

  constructor(style: CsvStyle = {}) {
    this.style = style;
  }

  see(input: string): void {
    if (input === "") return;
    const { decimal, dates } = this.style;
    if (decimal && MISSING.test(input.trim())) return;
    this.#values++;
    this.#areDates &&= dates !== undefined && isoDate(input, dates) !== null;
    const number = decimal ? writtenNumber(input, decimal) : null;
    if (number) this.#numbers++;
    if (this.#found === "TEXT") return;
    if (number) {
      this.#unit ??= number.unit;
      this.#isGrouped ||= number.groups > 0;
      // Numbers with different units cannot be added up.
      if (number.unit !== this.#unit) this.#found = "TEXT";
      if (this.#found === "TEXT") return;
    }
    const text = number?.plain ?? (decimal === "comma" ? "" : input);
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

  /**
   * Converts a text to the notation of SQLite if the whole column has numbers or dates. Returns an empty text
   * for a missing number.
   */
  normal(text: string): string {
    const { decimal, dates } = this.style;
    if (text === "" || this.found === null)
      return this.found === null && MISSING.test(text.trim()) ? "" : text;
    if (this.found !== "TEXT") {
      if (!decimal) return text;
      return MISSING.test(text.trim()) ? "" : (writtenNumber(text, decimal)?.plain ?? text);
    }
    return (this.#areDates && dates && isoDate(text, dates)) || text;
  }

  /** The type of the column; null if it is empty. */
  get found(): CsvType | null {
    // 1.10 next to 1.1 is a version number. 5.00 next to 1.10 is a price.
    const isAmount = this.style.decimal === "comma" || this.#unit !== null || this.#isGrouped;
    const isVersion = this.#hasZeros && !this.#isEven && !isAmount;
    return this.#found === "REAL" && isVersion ? "TEXT" : this.#found;
  }

  /** Describes how the values of the column are converted; null if they stay as they are. */
  get reading(): string | null {
    const { decimal, dates } = this.style;
    if (this.found === "TEXT") {
      if (this.#areDates && dates) return dates === "dmy" ? "dates, day first" : "dates, month first";
      const share = this.#numbers / this.#values;
      return decimal && share >= 0.5
        ? `text: ${this.#numbers} of ${this.#values} values are numbers with a ${decimal}, the others are not`
        : null;
    }
    if (this.found === null || !decimal) return null;
    const unit = this.#unit ? ` in ${this.#unit}` : "";
    if (decimal === "comma") return `numbers with a comma${unit}`;
    return unit === "" ? null : `numbers${unit}`;
  }
}

type Written = { plain: string; unit: string | null; hasDecimals: boolean; groups: number };

/** Parses a formatted number such as 1.234,50 €, (12) or 3 %. Returns null for other texts. */
export function writtenNumber(input: string, decimal: Decimal): Written | null {
  if (input.length > MAX_NUMBER_CHARS) return null;
  let text = input.trim().replace(/^[−–](?=[\d\p{Sc}])/u, "-");
  let isNegative = false;
  const enclosed = /^\((.+)\)$/.exec(text);
  if (enclosed?.[1] !== undefined) {
    text = enclosed[1].trim();
    isNegative = true;
  }
  const { rest, unit } = withoutUnit(text);
  text = rest;
  if (/^-.|.-$/.test(text)) {
    if (isNegative) return null;
    text = text.replace(/^-\s*|\s*-$/, "");
    isNegative = true;
  }
  const [, whole, separator, fraction] = WRITTEN[decimal].exec(text) ?? [];
  if (whole === undefined && fraction === undefined) return null;
  const digits = (whole ?? "0").replace(/\D/g, "");
  const plain = `${isNegative && (Number(digits) > 0 || Number(fraction ?? 0) > 0) ? "-" : ""}${digits}${fraction === undefined ? "" : `.${fraction}`}`;
  const groups = separator === undefined ? 0 : (whole ?? "").split(separator).length - 1;
  return { plain, unit, hasDecimals: fraction !== undefined, groups };
}

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
const UNIT_BEFORE = /^(-?)(\p{Sc}|[A-Z]{3}(?=[ \u00a0\d-])|Fr\.)[ \u00a0]*(?=[\d.,-])/u;
const UNIT_AFTER = /[ \u00a0]*(\p{Sc}|%|[A-Z]{3}|Fr\.)$/u;

function withoutUnit(text: string): { rest: string; unit: string | null } {
  const before = UNIT_BEFORE.exec(text);
  if (before && isUnit(before[2]))
    return { rest: `${before[1]}${text.slice(before[0].length)}`, unit: before[2] ?? null };
  const after = UNIT_AFTER.exec(text);
  return after && isUnit(after[1])
    ? { rest: text.slice(0, after.index), unit: after[1] ?? null }
    : { rest: text, unit: null };
}

const isUnit = (unit = ""): boolean => !/^[A-Z]{3}$/.test(unit) || CURRENCIES.has(unit);

/** Converts 31.12.2024 to 2024-12-31, with the time if there is one. Returns null for other texts. */
export function isoDate(text: string, order: DateOrder): string | null {
  const found = text.length <= MAX_NUMBER_CHARS ? DATE.exec(text.trim()) : null;
  if (!found) return null;
  const [, first = "", separator, second = "", year, hour, minute = "00", secs = "00"] = found;
  // With dots, the day always comes first.
  if (separator === "." && order === "mdy") return null;
  const [day, month] = order === "dmy" ? [first, second] : [second, first];
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = hour === undefined ? "" : ` ${hour.padStart(2, "0")}:${minute}:${secs}`;
  const date = new Date(`${iso}T${time.trim() || "00:00:00"}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso + time : null;
}

export const isNumber = (text: string): boolean => isInteger(text) || realOf(text) !== null;

const isInteger = (text: string) => text.length <= MAX_NUMBER_CHARS && INTEGER.test(text);

export function cellOf(text: string | undefined, type: CsvType): Cell {
  if (text === undefined || text === "") return null;
  return type === "TEXT" ? text : Number(text);
}

/**
 * Parses a decimal number. Returns null for other texts, and for numbers that a double cannot hold without
 * loss.
 */
function realOf(text: string): { decimals: number; hasZeros: boolean } | null {
  const found = text.length <= MAX_NUMBER_CHARS ? REAL.exec(text) : null;
  if (!found) return null;
  const [, whole = "", fraction = "", exponent] = found;
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits.length > MAX_DIGITS || (fraction === "" && (exponent === undefined || whole === "")))
    return null;
  const value = Number(text);
  if (!Number.isFinite(value) || (value === 0 && digits !== "")) return null;
  return { decimals: fraction.length, hasZeros: exponent === undefined && fraction.endsWith("0") };
}

type Judged = Record<Decimal, { isWhole: boolean; isProven: boolean }> & {
  dates: Set<DateOrder>;
  isDotted: boolean;
};

/**
 * Infers the notation of numbers and dates for each column. 1,5 and 1.234,50 prove a decimal comma, 1.5 a
 * decimal point. If the values of a column are ambiguous, such as 1.234, the other columns decide; then a date
 * with dots or a semicolon as delimiter indicates a decimal comma. `chosen` overrides the inferred notation.
 * `rows` are the first data rows.
 */
export function styleColumns(
  rows: readonly (readonly string[])[],
  delimiter: string,
  chosen: { decimal?: Decimal; dates?: DateOrder | "text" } = {},
): CsvStyle[] {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const columns = Array.from({ length: width }, (_, at) => judged(rows.map((row) => row[at] ?? "")));
  const proofs = (decimal: Decimal) => columns.filter((column) => column[decimal].isProven).length;
  const isEuropean =
    proofs("comma") > 0 || proofs("point") > 0
      ? proofs("comma") > proofs("point")
      : delimiter === ";" || columns.some(({ isDotted }) => isDotted);
  const order = DATE_ORDERS.find((one) => columns.some(({ dates }) => dates.size === 1 && dates.has(one)));
  const usual = order ?? (isEuropean ? "dmy" : undefined);
  return columns.map((column): CsvStyle => {
    const decimal = chosen.decimal ?? decimalOf(column, isEuropean);
    const dates =
      chosen.dates ??
      (column.dates.size === 1 ? [...column.dates][0] : column.dates.size > 1 ? usual : undefined);
    return { ...(decimal && { decimal }), ...(dates && dates !== "text" && { dates }) };
  });
}

function decimalOf({ comma, point }: Judged, isEuropean: boolean): Decimal | undefined {
  if (comma.isProven !== point.isProven) return comma.isProven ? "comma" : "point";
  const [first, second] = isEuropean ? (["comma", "point"] as const) : (["point", "comma"] as const);
  const by = { comma, point };
  return by[first].isWhole ? first : by[second].isWhole ? second : undefined;
}

/** If a column has numbers and at most this share of other values, it becomes text, and `reading` explains why. */
const MAX_OTHERS = 0.5;

function judged(cells: readonly string[]): Judged {
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== "" && !MISSING.test(cell));
  const by = (decimal: Decimal) => {
    const numbers = values.flatMap((value) => writtenNumber(value, decimal) ?? []);
    const isWhole = values.length > 0 && numbers.length > values.length * MAX_OTHERS;
    // One group of three digits can also be decimals, so it proves nothing.
    const isProven = numbers.some(({ plain, hasDecimals, groups }) =>
      hasDecimals ? groups > 0 || !/^-?[1-9]\d{0,2}\.\d{3}$/.test(plain) : groups > 1,
    );
    return { isWhole, isProven: isWhole && isProven };
  };
  const dates = DATE_ORDERS.filter(
    (order) => values.length > 0 && values.every((value) => isoDate(value, order)),
  );
  return {
    ...{ comma: by("comma"), point: by("point"), dates: new Set(dates) },
    isDotted: dates.length > 0 && values.some((value) => value.includes(".")),
  };
}
