import { t as common } from "@/lib/shared/i18n/en/common";
import { formatTag } from "@/lib/shared/i18n/locale";

/** Cached, because a table has thousands of numbers. */
function plainFormat(): Intl.NumberFormat {
  const tag = formatTag();
  const format =
    plainFormats.get(tag) ??
    new Intl.NumberFormat(tag, { maximumFractionDigits: 6, signDisplay: "negative" });
  plainFormats.set(tag, format);
  return format;
}

const plainFormats = new Map<string, Intl.NumberFormat>();
const number =
  /^[-−]?\s*[€$£¥]?\s*(?:0|[1-9]\d{0,2}(?:[,\u00a0\u202f ]\d{3})+|[1-9]\d*)(?:\.\d+)?\s*[%€$£¥]?$/;

/** Returns an own value of the row: a column may be called "constructor". */
export function cellOf(row: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(row, key) ? row[key] : undefined;
}

/** Returns a cell's number, also if it is written as "€1,024" or "40%"; undefined for anything else. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !number.test(value.trim())) return undefined;
  return Number(value.replace("−", "-").replace(/[^-\d.]/g, ""));
}

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

export function isNumeric(values: unknown[]): boolean {
  return values.every((value) => isEmpty(value) || asNumber(value) !== undefined) && !values.every(isEmpty);
}

export function cellText(value: unknown, format: Intl.NumberFormat = plainFormat()): string {
  if (isEmpty(value)) return "";
  if (typeof value === "number") return format.format(value);
  if (typeof value === "boolean") return value ? common("yes") : common("no");
  return typeof value === "string" ? value : JSON.stringify(value);
}

export type Digits = { decimals: number; isGrouped: boolean };

/**
 * Returns the decimals of the most precise number in a column, so that decimal points are aligned. A column
 * of years only has no separators.
 */
export function digitsOf(values: unknown[]): Digits {
  const numbers = values.filter((value) => typeof value === "number");
  const decimals = numbers.reduce((max, value) => decimalsOf(value, max), 0);
  return { decimals, isGrouped: !numbers.every(isYear) };
}

export const numberFormat = ({ decimals, isGrouped }: Digits): Intl.NumberFormat =>
  new Intl.NumberFormat(formatTag(), {
    signDisplay: "negative",
    useGrouping: isGrouped,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });

function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1900 && value < 2100;
}

const MAX_DECIMALS = 4;

function decimalsOf(value: number, least: number): number {
  for (let decimals = least; decimals < MAX_DECIMALS; decimals++) {
    const scaled = value * 10 ** decimals;
    if (
      !Number.isFinite(scaled) ||
      Math.abs(scaled - Math.round(scaled)) < 10 ** (decimals - MAX_DECIMALS) / 2
    )
      return decimals;
  }
  return least < MAX_DECIMALS ? MAX_DECIMALS : least;
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Compares for ascending order. The table sorts empty cells itself. */
export function compareCells(a: unknown, b: unknown): number {
  const [x, y] = [asNumber(a), asNumber(b)];
  if (x !== undefined && y !== undefined) return x - y;
  if (x !== undefined || y !== undefined) return x !== undefined ? -1 : 1;
  return collator.compare(cellText(a), cellText(b));
}
