import type { RecordCell, ResultRecord } from "./records";
import type { Subject } from "./subject";
import {
  type Fit,
  type Matcher,
  matcherOf,
  matcherOfNumber,
  needlesOfValue,
  normalText,
  numbersIn,
  readingsOfNumber,
  type ShownValue,
  wordsOf,
} from "./values";

/** The record of a result that explains a subject best. Scores are comparable within one subject. */
export type Match = { score: number; record: ResultRecord | undefined };

const SCORES: Record<Fit, number> = { exact: 4, rounded: 3, within: 2 };
const ROW = 10;
const BESIDE = 5;
const VERBATIM = 12;
const CITED = 11;
const COVERAGE = 10;
const MIN_COVERAGE = 0.5;
const MIN_SENTENCE = 4;
/** Shorter texts occur in many rows. */
const MIN_NAME = 4;
/** Records of one result that are compared with a whole block. */
const MAX_COMPARED = 2_000;

/** Returns a function that finds the best record of a result, and the score from which a match is beyond doubt. */
export function finderOf(subject: Subject): {
  find: (records: readonly ResultRecord[]) => Match | undefined;
  sure: number;
} {
  switch (subject.kind) {
    case "value":
      return {
        find: best(scoreOfValue(subject)),
        sure: subject.isRow && subject.context.length > 0 ? ROW + 3 : BESIDE + 4,
      };
    case "text":
      return { find: best(scoreOfText(subject)), sure: CITED };
    case "many":
      return { find: coverageOf(subject.rows), sure: COVERAGE * 0.9 };
  }
}

const best =
  (scoreOf: (record: ResultRecord) => number) =>
  (records: readonly ResultRecord[]): Match | undefined => {
    let found: Match | undefined;
    for (const record of records) {
      const score = scoreOf(record);
      if (score > (found?.score ?? 0)) found = { score, record };
    }
    return found;
  };

function scoreOfValue({ main, context, isRow, keys }: Extract<Subject, { kind: "value" }>) {
  const fits = matcherOf(main);
  const isNumber = readingsOfNumber(main.text) !== undefined || typeof main.raw === "number";
  const isShort = main.text.replace(/\D/g, "").length < 3;
  const isCommon = isNumber || main.text.length < MIN_NAME;
  const beside = context.map(matcherOf);
  const names = new Set(keys.map(normalText));
  return (record: ResultRecord): number => {
    let top = 0;
    for (const [at, { key, value }] of record.cells.entries()) {
      const fit = fits(value);
      if (!fit) continue;
      const others = record.cells.filter((_, other) => other !== at);
      const isLine = fit === "within" && typeof value === "string";
      const around = [...others, ...(record.around?.cells ?? []), ...(isLine ? [{ key, value }] : [])];
      const matched = beside.filter((one) => isBeside(one, around)).length;
      const isNamed = names.has(normalText(key));
      const texts = others.some(
        (other) => typeof other.value === "string" && Number.isNaN(Number(other.value)),
      );
      // The same number or word beside other texts belongs to something else.
      if (isCommon && isRow && beside.length > 0 && matched === 0 && (texts || isLine)) continue;
      if (isNumber && isShort && isLine && matched === 0) continue;
      const share =
        beside.length === 0 ? 0 : isRow ? (matched / beside.length) * ROW : matched > 0 ? BESIDE : 0;
      top = Math.max(top, share + SCORES[fit] + (isNamed ? 0.5 : 0));
    }
    return top;
  };
}

const isBeside = (fits: Matcher, cells: readonly RecordCell[]): boolean =>
  cells.some(({ value }) => fits(value) !== undefined);

function scoreOfText({ main, links }: Extract<Subject, { kind: "text" }>) {
  const fits = matcherOf(main);
  const cited = new Set(links);
  const numbers = numbersIn(main.text).map(({ shown, readings }) => ({
    shown,
    fits: matcherOfNumber(readings),
  }));
  const words = new Set(wordsOf(main.text));
  const isShort = numbers.every(({ shown }) => shown.replace(/\D/g, "").length < 3);
  return ({ cells, around }: ResultRecord): number => {
    if (cells.some(({ value }) => typeof value === "string" && cited.has(value))) return CITED;
    for (const { value } of cells) {
      const fit = typeof value === "string" ? fits(value) : undefined;
      if (fit) return fit === "exact" ? VERBATIM + 1 : VERBATIM;
    }
    const counted = numbers.filter((number) =>
      cells.some(({ value }) => number.fits(value) !== undefined),
    ).length;
    if (numbers.length > 0 && counted === 0) return 0;
    if (numbers.length === 0 && words.size < 4) return 0;
    const texts = cells.filter(({ value }) => typeof value === "string");
    const near = around ? [...texts, ...around.cells] : texts;
    const shared = new Set(near.flatMap(({ value }) => wordsOf(`${value}`)).filter((word) => words.has(word)))
      .size;
    if (numbers.length === 0) return shared / words.size >= 0.6 ? (shared / words.size) * 6 : 0;
    if (shared === 0 && texts.length > 0 && (isShort || counted < numbers.length)) return 0;
    const score = (counted / numbers.length) * 6 + Math.min(shared, 4);
    return score >= MIN_SENTENCE ? score : 0;
  };
}

function coverageOf(rows: readonly ShownValue[][]) {
  const all = rows.map((row) => row.map(matcherOf));
  return (records: readonly ResultRecord[]): Match | undefined => {
    const compared = records.slice(0, MAX_COMPARED);
    let covered = 0;
    for (const row of all) {
      const need = Math.ceil(row.length / 2);
      const isFound = compared.some((record) => {
        const cells = record.around ? [...record.cells, ...record.around.cells] : record.cells;
        return row.filter((one) => isBeside(one, cells)).length >= need;
      });
      if (isFound) covered += 1;
    }
    const share = covered / all.length;
    return share >= MIN_COVERAGE ? { score: share * COVERAGE, record: undefined } : undefined;
  };
}

const MAX_NEEDLES = 60;
const MIN_CHARS = 2;

/**
 * Returns strings of which every stored message that explains the subject contains at least one, with few exceptions.
 * The database finds these messages without sending the others.
 */
export function needlesOf(subject: Subject): string[] {
  const all =
    subject.kind === "many"
      ? subject.rows.flatMap(([first]) => (first ? needlesOfValue(first) : []))
      : [...needlesOfValue(subject.main), ...(subject.kind === "text" ? subject.links : [])];
  return [...new Set(all)].filter(({ length }) => length >= MIN_CHARS).slice(0, MAX_NEEDLES);
}
