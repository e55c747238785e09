/** A value as a surface shows it. `raw` is the value before formatting, if the surface has it. */
export type ShownValue = { text: string; raw?: unknown };

/** The fit of a stored value: `within` means that a longer text contains the shown one. */
export type Fit = "exact" | "rounded" | "within";

/** A reading of a number, and half of its last digit. */
export type Reading = { value: number; tolerance: number };

const NUMBER = /(?<![\p{L}\d])[-−+]?\d(?:[\d.,'’\u00a0\u202f]|\x20(?=\d{3}(?!\d)))*/gu;
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:k|K|Tsd\.?|thousand)(?![\p{L}\d])/u, 1e3],
  [/^\s?(?:M|Mio\.?|million|Millionen)(?![\p{L}\d])/u, 1e6],
  [/^\s?(?:B|bn|Mrd\.?|billion|Milliarden)(?![\p{L}\d])/u, 1e9],
];
/** Maximum characters around the number in a text that is a number with a unit. */
const MAX_UNIT = 14;
/** Maximum characters of a text with digits that is compared as a whole, such as a phone number. */
const MAX_NAME = 60;
const DATE = /\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}/;

/** Folds case, spaces and the marks of Markdown, so that a shown text equals its source. */
export const normalText = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/!?\[([^\]]{0,500})\]\([^)\s]{0,2000}\)/g, "$1")
    .replace(/[*_`#>|~]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^["'“”„«»‘’(]+|["'“”„«»‘’).,;:!?…]+$/g, "")
    .toLowerCase();

/**
 * Returns the numbers in a text, each with all ways to read its separators, its unit of scale and a percent sign. `raw`
 * is the number that the text shows, if it is known.
 */
export function numbersIn(text: string, raw?: unknown): { shown: string; readings: Reading[] }[] {
  return [...text.matchAll(NUMBER)].slice(0, 30).map((found) => {
    const shown = found[0].replace(/[.,'’\s]+$/u, "");
    const after = text.slice(found.index + found[0].trimEnd().length);
    const all = readingsOf(shown);
    const known = all.filter((one) => typeof raw === "number" && isNear(one, raw));
    const plain = known.length > 0 ? known : all;
    const scale = SCALES.find(([unit]) => unit.test(after))?.[1];
    const times = [...(scale ? [scale] : []), ...(/^\s?%/.test(after) ? [0.01] : [])];
    const scaled = times.flatMap((by) =>
      plain.map(({ value, tolerance }) => ({ value: value * by, tolerance: tolerance * by })),
    );
    return { shown, readings: [...plain, ...scaled] };
  });
}

/** Returns the ways to read a number: in "1,234" the comma may separate thousands or decimals. */
function readingsOf(shown: string): Reading[] {
  const sign = /^[-−]/.test(shown) ? -1 : 1;
  const digits = shown.replace(/^[-−+]/, "").replace(/[\s'’]/gu, "");
  const marks = digits.match(/[.,]/g) ?? [];
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const whole = reading(digits.replace(/[.,]/g, ""), "", sign);
  if (marks.length === 0) return [whole];
  const decimal = reading(digits.slice(0, last).replace(/[.,]/g, ""), digits.slice(last + 1), sign);
  const isRepeated = marks.length > 1 && new Set(marks).size === 1;
  if (isRepeated) return [whole];
  return marks.length === 1 && digits.length - last - 1 === 3 ? [whole, decimal] : [decimal];
}

const reading = (integer: string, decimals: string, sign: number): Reading => ({
  value: sign * Number(decimals === "" ? integer : `${integer}.${decimals}`),
  tolerance: 0.5 * 10 ** -decimals.length,
});

/** Returns the readings of a text that is one number, perhaps with a unit; undefined for other texts. */
export function readingsOfNumber(text: string, raw?: unknown): Reading[] | undefined {
  if (text.length > 40 || DATE.test(text)) return undefined;
  const [first, ...others] = numbersIn(text, raw);
  if (!first || others.length > 0) return undefined;
  return text.replace(first.shown, "").trim().length <= MAX_UNIT ? first.readings : undefined;
}

export type Matcher = (stored: string | number | boolean) => Fit | undefined;

/** Returns the comparison of one shown value with stored ones. */
export function matcherOf({ text, raw }: ShownValue): Matcher {
  const readings = readingsOfNumber(text, raw) ?? (typeof raw === "number" ? [] : undefined);
  const names = [...new Set([text, ...(typeof raw === "string" ? [raw] : [])].map(normalText))].filter(
    Boolean,
  );
  const number = typeof raw === "number" ? raw : undefined;
  const fitsNumber = readings && matcherOfNumber(readings, number);
  const needles = needlesOfValue({ text, raw });
  const longest = Math.max(text.length, ...names.map(({ length }) => length));
  return (stored) => {
    if (typeof stored === "boolean") return raw === stored ? "exact" : undefined;
    // Most texts have none of the needles, so that they need no closer look.
    if (typeof stored === "string" && stored.length > longest && needles.length > 0)
      if (!needles.some((one) => stored.includes(one))) return undefined;
    if (typeof stored === "string" && stored.length < MAX_NAME && names.includes(normalText(stored)))
      return "exact";
    if (fitsNumber) return fitsNumber(stored);
    return typeof stored === "string" ? fitOfText(names, stored) : undefined;
  };
}

/** Returns the comparison of a number, which was read in these ways, with stored values. */
export const matcherOfNumber =
  (readings: readonly Reading[], raw?: number): Matcher =>
  (stored) => {
    if (typeof stored === "boolean") return undefined;
    const value = typeof stored === "number" ? stored : numberOf(stored);
    if (value !== undefined) return fitOfNumber(readings, raw, value);
    return typeof stored === "string" ? fitWithin(readings, raw, stored) : undefined;
  };

const numberOf = (text: string): number | undefined =>
  /^\s*-?\d{1,15}(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;

function fitOfNumber(readings: readonly Reading[], raw: number | undefined, stored: number): Fit | undefined {
  if (raw !== undefined && isSame(raw, stored)) return "exact";
  if (readings.some(({ value }) => isSame(value, stored))) return "exact";
  return readings.some((one) => one.tolerance < Math.abs(one.value) && isNear(one, stored))
    ? "rounded"
    : undefined;
}

const isNear = ({ value, tolerance }: Reading, stored: number): boolean =>
  Math.abs(value - stored) <= tolerance * 1.000001;

const isSame = (one: number, other: number) => Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));

/** Compares a number with those in a text. */
function fitWithin(readings: readonly Reading[], raw: number | undefined, text: string): Fit | undefined {
  for (const { readings: stored } of numbersIn(text))
    if (stored.some(({ value }) => fitOfNumber(readings, raw, value) === "exact")) return "within";
  return undefined;
}

const MIN_WITHIN = 12;

function fitOfText(names: readonly string[], stored: string): Fit | undefined {
  const text = normalText(stored);
  for (const name of names) {
    if (text === name) return "exact";
    if (contains(text, name)) return "within";
    // A sentence may quote a whole stored text, such as a fact.
    if (text.length >= MIN_WITHIN && contains(name, text)) return "within";
  }
  return undefined;
}

/** Returns whether a text contains another one as whole words. */
export function contains(text: string, part: string): boolean {
  if (part.length < 2 || part.length > text.length) return false;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + part.length])) return true;
  return false;
}

const isLetter = (char: string | undefined): boolean => char !== undefined && /[\p{L}\d]/u.test(char);

/** Returns the words of at least four characters. */
export const wordsOf = (text: string): string[] => [
  ...new Set(normalText(text).match(/[\p{L}\d]{4,}/gu) ?? []),
];

/** Maximum words of a text that are looked for. */
const MAX_WORDS = 2;

/** Returns strings of which a text that has the value contains at least one, with few exceptions. */
export function needlesOfValue({ text, raw }: ShownValue): string[] {
  const numbers = numbersIn(text, raw).flatMap(({ shown, readings }) => [
    shown,
    ...readings.flatMap(ofReading),
  ]);
  const own = typeof raw === "number" ? ofReading({ value: raw, tolerance: 0 }) : [];
  const texts = typeof raw === "string" ? [text, raw] : [text];
  return [...texts.flatMap(ofWords), ...numbers, ...own];
}

/** The longest words, without their first letter, which may be a capital. */
const ofWords = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => !/^\d/.test(word))
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_WORDS)
    .flatMap((word) => [word.slice(1), word.slice(1).toUpperCase()]);

/** The digits that all stored numbers share which are shown like this, and their forms in texts. */
function ofReading({ value, tolerance }: Reading): string[] {
  const size = Math.abs(value);
  if (size >= 1e15) return [`${value}`];
  const decimals = Math.max(0, Math.ceil(-Math.log10(2 * tolerance || 1)) - 1);
  const cut = (number: number) => cutTo(number, decimals);
  const whole = Number.isInteger(size)
    ? [",", ".", " ", "\u00a0", "’"].map((mark) => `${size}`.replace(/\B(?=(\d{3})+$)/g, mark))
    : [];
  return [cut(Math.max(0, size - tolerance)), cut(size), cut(size + tolerance), `${size}`, ...whole];
}

function cutTo(number: number, decimals: number): string {
  const [integer = "", fraction = ""] = number.toFixed(Math.min(12, decimals + 3)).split(".");
  return decimals > 0 ? `${integer}.${fraction.slice(0, decimals)}` : integer;
}
