import { format as FORMATS } from "@cfworker/json-schema";

/**
 * Maximum characters of a text that is checked for a format. Longer text matches no known format, which avoids
 * slow checks.
 */
const MAX_FORMATTED = 2_000;

/** Returns whether `value` is a multiple of `of` as decimal numbers, so that 0.3 is a multiple of 0.1. */
export function isMultiple(value: number, of: number): boolean {
  const [one, other] = [decimal(value), decimal(of)];
  const exponent = Math.min(one.exponent, other.exponent);
  const whole = ({ digits, exponent: own }: typeof one) => digits * 10n ** BigInt(own - exponent);
  const divisor = whole(other);
  return divisor !== 0n && whole(one) % divisor === 0n;
}

function decimal(value: number): { digits: bigint; exponent: number } {
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

export const jsonTypeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

export const isOfType = (type: string, value: unknown): boolean =>
  type === "integer" ? Number.isInteger(value) : type === jsonTypeOf(value);

export function hasFormat(value: string, format: string): boolean {
  if (value.length > MAX_FORMATTED) return !Object.hasOwn(FORMATS, format);
  if (format === "url") return URL.canParse(value);
  const test = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return test ? test(value) : true;
}

/**
 * Returns the size of a value: 1 for each value that it contains, and 1 more per 100 characters of each
 * string.
 */
export function lengthOf(value: unknown): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    size += typeof one === "string" ? 1 + one.length / 100 : 1;
    if (typeof one === "object" && one !== null) for (const each of Object.values(one)) open.push(each);
  }
  return size;
}
