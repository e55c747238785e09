import { diffLines, diffWordsWithSpace } from "diff";

/** Part of a line that starts at character `at`. */
type Piece = { at: number; text: string; isMarked: boolean };
export type DiffRow = {
  kind: "same" | "removed" | "added";
  before?: number;
  after?: number;
  pieces: readonly Piece[];
};
export type Fold = { kind: "fold"; rows: readonly DiffRow[] };
export type Diff = { rows: readonly (DiffRow | Fold)[]; added: number; removed: number };

/** Maximum edit distance. Beyond it, comparing takes too long and all lines count as changed. */
const MAX_CHANGED = 2_000;
const AROUND = 3;
const LEAST_FOLDED = 4;
/** Minimum share of common text for two lines to count as one changed line. */
const ALIKE = 0.4;

/** Compares two texts line by line and collapses long runs of equal lines. */
export function diffOf(before: string, after: string): Diff {
  const changes = diffLines(ended(before), ended(after), { maxEditLength: MAX_CHANGED }) ?? [
    { value: ended(before), removed: true, added: false },
    { value: ended(after), removed: false, added: true },
  ];
  const rows: DiffRow[] = [];
  const at = { before: 1, after: 1 };
  changes.forEach(({ value, added, removed }, index) => {
    const lines = linesOf(value);
    if (added) {
      const pairs = changes[index - 1]?.removed ? linesOf(changes[index - 1]?.value ?? "") : [];
      for (const [i, line] of lines.entries())
        rows.push({ kind: "added", after: at.after++, pieces: pieces(line, pairs[i], "added") });
    } else if (removed) {
      const pairs = changes[index + 1]?.added ? linesOf(changes[index + 1]?.value ?? "") : [];
      for (const [i, line] of lines.entries())
        rows.push({ kind: "removed", before: at.before++, pieces: pieces(line, pairs[i], "removed") });
    } else
      for (const line of lines)
        rows.push({ kind: "same", before: at.before++, after: at.after++, pieces: [plain(line)] });
  });
  const count = (kind: DiffRow["kind"]) => rows.filter((row) => row.kind === kind).length;
  return { rows: folded(rows), added: count("added"), removed: count("removed") };
}

/** Splits a changed line and marks the words that differ from its counterpart. */
function pieces(line: string, pair: string | undefined, kind: "added" | "removed"): Piece[] {
  if (pair === undefined || line.length + pair.length > 2_000) return [plain(line)];
  const [old, now] = kind === "added" ? [pair, line] : [line, pair];
  const words = diffWordsWithSpace(old, now);
  const shared = words.reduce(
    (sum, { added, removed, value }) => sum + (added || removed ? 0 : value.trim().length),
    0,
  );
  if (shared < ALIKE * Math.max(old.trim().length, now.trim().length)) return [plain(line)];
  return joined(
    words
      .filter((word) => !(kind === "added" ? word.removed : word.added))
      .map(({ value, added, removed }) => ({ text: value, isMarked: added || removed })),
  );
}

function joined(words: readonly Omit<Piece, "at">[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [index, { text, isMarked }] of words.entries()) {
    const last = pieces.at(-1);
    const isBetween = text.trim() === "" && last?.isMarked && words[index + 1]?.isMarked;
    if (last && (isBetween || last.isMarked === isMarked)) last.text += text;
    else pieces.push({ at, text, isMarked });
    at += text.length;
  }
  return pieces;
}

function folded(rows: readonly DiffRow[]): (DiffRow | Fold)[] {
  const near = new Set<number>();
  for (const [index, { kind }] of rows.entries())
    if (kind !== "same") for (let i = index - AROUND; i <= index + AROUND; i++) near.add(i);
  const shown: (DiffRow | Fold)[] = [];
  for (let i = 0; i < rows.length; ) {
    let end = i;
    while (end < rows.length && !near.has(end)) end++;
    const run = rows.slice(i, end);
    if (run.length >= LEAST_FOLDED) shown.push({ kind: "fold", rows: run });
    else shown.push(...run);
    const row = rows[end];
    if (row) shown.push(row);
    i = end + 1;
  }
  return shown;
}

const plain = (text: string): Piece => ({ at: 0, text, isMarked: false });

/** Without a final newline, the last line would differ from an equal line that has one. */
const ended = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

const linesOf = (text: string) => text.split("\n").slice(0, -1);
