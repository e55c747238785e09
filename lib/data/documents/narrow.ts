import { isPlainObject } from "./candidates";
import type { StoredDocument } from "./values";

const NAMED = 3;

type Cut = { path: string[]; count: number; whole: number; isText: boolean };

/**
 * Shortens the result of a find or an aggregate for a model. If a single document is too large, its long
 * strings and arrays are cut, and a note says how to read the omitted parts.
 */
export function narrowed(result: Record<string, unknown>, maxChars: number): Record<string, unknown> {
  const { rows, row } = result;
  const only = Array.isArray(rows) && rows.length === 1 ? rows[0] : row;
  if (!isPlainObject(only) || sizeOf(only) <= maxChars) return result;
  const { document, note } = cutTo(only, maxChars);
  return { ...result, ...(row === undefined ? { rows: [document] } : { row: document }), note };
}

function cutTo(whole: Record<string, unknown>, maxChars: number) {
  for (let maxPart = maxChars >> 1; maxPart > 0; maxPart >>= 1) {
    const cuts: Cut[] = [];
    const document = shortened(whole, maxPart, [], cuts);
    if (sizeOf(document) <= maxChars) return { document, note: noteOf(whole, cuts) };
  }
  const count = Object.keys(whole).length.toLocaleString("en");
  const note = `The document has ${count} top-level fields, too many to show: select some with a projection.`;
  const { _id }: Partial<StoredDocument> = whole;
  return { document: { _id }, note };
}

function shortened(value: unknown, maxPart: number, path: string[], cuts: Cut[]): unknown {
  if (typeof value === "string") {
    if (value.length <= maxPart) return value;
    const start = value.slice(0, maxPart).replace(/[\ud800-\udbff]$/, "");
    cuts.push({ path, count: [...start].length, whole: [...value].length, isText: true });
    return start;
  }
  if (Array.isArray(value)) {
    const shown: unknown[] = [];
    let remaining = maxPart;
    for (const [nth, one] of value.entries()) {
      const cut = shortened(one, maxPart, [...path, String(nth)], cuts);
      remaining -= sizeOf(cut);
      if (remaining < 0 && nth > 0) {
        cuts.push({ path, count: shown.length, whole: value.length, isText: false });
        break;
      }
      shown.push(cut);
    }
    return shown;
  }
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, shortened(one, maxPart, [...path, name], cuts)]),
  );
}

function noteOf(whole: Record<string, unknown>, cuts: readonly Cut[]): string {
  const parts = cuts.slice(0, NAMED).map(({ path, count, whole: all, isText }) => {
    const kind = isText ? "characters" : "elements";
    const what = `${JSON.stringify(path.join("."))} shows the first ${count.toLocaleString("en")} of ${all.toLocaleString("en")} ${kind}`;
    // No `$project` expression can address an element inside an array, or a name with a dot or a dollar sign.
    if (path.some((name) => /^\d+$/.test(name) || /[.$]/.test(name))) return what;
    const next = { [isText ? "$substrCP" : "$slice"]: [`$${path.join(".")}`, count, count] };
    return `${what}: to read the next ones, use ${JSON.stringify(next)} in a $project stage`;
  });
  const others = cuts.length > NAMED ? `; ${cuts.length - NAMED} more are cut` : "";
  return `The document has ${sizeOf(whole).toLocaleString("en")} characters, too many to show. ${parts.join("; ")}${others}.`;
}

const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 4;
