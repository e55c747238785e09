import { isDeepStrictEqual } from "node:util";
import { diffArrays } from "diff";

/*
 * Three-way merge of values that two users changed at the same time. Text and lists keep the insertions of both. If both
 * changed a number, a truth value or the type, the value of the later writer wins.
 */

type Items = readonly unknown[];
/** Replaces the items from `at` to before `end`. */
type Hunk = { at: number; end: number; items: Items };
type Resolve = (base: Items, theirs: Items, mine: Items) => Items;

/** Larger differences count as one change of everything. Measured: finding that out takes about 0.1 s. */
const MAX_EDITS = 300;
const WORDS = /[\p{L}\p{M}\p{N}_]+|\s+|./gsu;

/** Returns `theirs` with the changes that lead from `base` to `mine`. */
export function mergeValues(base: unknown, theirs: unknown, mine: unknown): unknown {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs;
  if (isSame(theirs, base)) return mine;
  if (typeof theirs === "string" && typeof mine === "string")
    return mergeText(typeof base === "string" ? base : "", theirs, mine);
  if (Array.isArray(theirs) && Array.isArray(mine))
    return mergeItems(Array.isArray(base) ? base : [], theirs, mine, resolveItems);
  if (isRecord(theirs) && isRecord(mine)) return mergeRecords(isRecord(base) ? base : {}, theirs, mine);
  return mine;
}

type Values = Record<string, unknown>;

/** A key that one user deleted and the other changed is kept. */
function mergeRecords(base: Values, theirs: Values, mine: Values): Values {
  const merged = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].flatMap((key) => {
    const [was, one, other] = [base, theirs, mine].map((all) =>
      Object.hasOwn(all, key) ? all[key] : undefined,
    );
    if (one === undefined) return isSame(other, was) ? [] : [[key, other]];
    if (other === undefined) return isSame(one, was) ? [] : [[key, one]];
    return [[key, mergeValues(was, one, other)]];
  });
  return Object.fromEntries(merged);
}

function mergeText(base: string, theirs: string, mine: string): string {
  const [words, ...sides] = [base, theirs, mine].map((text) => text.match(WORDS) ?? []);
  return mergeItems(words ?? [], sides[0] ?? [], sides[1] ?? [], resolveWords).join("");
}

/** Keeps the text of both. */
const resolveWords: Resolve = (base, theirs, mine) => {
  const [was, one, other] = [base, theirs, mine].map((words) => [...words.join("")]);
  if (!was || !one || !other) return mine;
  if (was.length === 0) return insertBoth(was, one, other);
  const areInsertions = [one, other].every((side) => startOf(was, side) + endOf(was, side) >= was.length);
  return areInsertions ? mergeItems(was, one, other, insertBoth) : [...one, " ", ...other];
};

/** Keeps a common beginning once, because it may be the same write, sent twice. */
const insertBoth: Resolve = (_, theirs, mine) => [...theirs, ...mine.slice(startOf(theirs, mine))];

/** Merges the items one by one if their number is unchanged, and otherwise keeps those of both. */
const resolveItems: Resolve = (base, theirs, mine) =>
  base.length === theirs.length && base.length === mine.length
    ? base.map((was, at) => mergeValues(was, theirs[at], mine[at]))
    : [...theirs, ...mine.filter((item) => !theirs.some((one) => isSame(one, item)))];

function mergeItems(base: Items, theirs: Items, mine: Items, resolve: Resolve): Items {
  let merged: Items = [];
  let from = 0;
  for (const { at, end, hunks } of regionsOf(hunksOf(base, theirs), hunksOf(base, mine))) {
    const region = base.slice(at, end);
    const [one, other] = hunks.map((all) => applied(region, at, all));
    merged = merged.concat(base.slice(from, at), resolved(hunks, region, one ?? [], other ?? [], resolve));
    from = end;
  }
  return merged.concat(base.slice(from));
}

function resolved([a, b]: Region["hunks"], base: Items, theirs: Items, mine: Items, resolve: Resolve): Items {
  if (a.length === 0) return mine;
  if (b.length === 0 || mine.length === 0 || isSame(theirs, mine)) return theirs;
  if (theirs.length === 0) return mine;
  return resolve(base, theirs, mine);
}

/** A part of the base with the changes of both sides. */
type Region = { at: number; end: number; hunks: [theirs: Hunk[], mine: Hunk[]] };

/** Groups the changes that overlap, and insertions at the same place. */
function regionsOf(theirs: readonly Hunk[], mine: readonly Hunk[]): Region[] {
  const all = [...theirs.map((hunk) => [hunk, 0] as const), ...mine.map((hunk) => [hunk, 1] as const)];
  all.sort(([a], [b]) => a.at - b.at || a.end - b.end);
  const regions: Region[] = [];
  for (const [hunk, side] of all) {
    let region = regions.at(-1);
    const isWithin = region && (hunk.at < region.end || (hunk.end === region.at && hunk.at === region.end));
    if (!region || !isWithin) {
      region = { at: hunk.at, end: hunk.end, hunks: [[], []] };
      regions.push(region);
    }
    region.end = Math.max(region.end, hunk.end);
    region.hunks[side].push(hunk);
  }
  return regions;
}

function applied(region: Items, offset: number, hunks: readonly Hunk[]): Items {
  let items: Items = [];
  let from = 0;
  for (const { at, end, items: added } of hunks) {
    items = items.concat(region.slice(from, at - offset), added);
    from = end - offset;
  }
  return items.concat(region.slice(from));
}

function hunksOf(base: Items, side: Items): Hunk[] {
  const parts = diffArrays([...base], [...side], { maxEditLength: MAX_EDITS, comparator: isSame });
  if (!parts) return [{ at: 0, end: base.length, items: side }];
  const hunks: Hunk[] = [];
  let at = 0;
  for (const [index, { value, added, removed }] of parts.entries()) {
    const end = added ? at : at + value.length;
    const before = parts[index - 1];
    const open = before && (before.added || before.removed) ? hunks.at(-1) : undefined;
    if (open && (added || removed)) {
      open.end = end;
      if (added) open.items = open.items.concat(value);
    } else if (added || removed) hunks.push({ at, end, items: added ? value : [] });
    at = end;
  }
  return hunks;
}

/** Returns the number of items at the start that are the same. */
function startOf(a: Items, b: Items): number {
  const at = a.findIndex((item, index) => index >= b.length || !isSame(item, b[index]));
  return at < 0 ? a.length : at;
}

const endOf = (a: Items, b: Items): number => startOf(a.toReversed(), b.toReversed());

const isSame = (a: unknown, b: unknown): boolean => a === b || isDeepStrictEqual(a, b);

const isRecord = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);
