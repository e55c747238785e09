import { diffLines } from "diff";
import { changeWords } from "@/lib/shared/change-words";
import { type TextChange, textChanges } from "@/lib/shared/kind-texts";
import type { Summary } from "@/lib/shared/memory/summary";
import { plain } from "@/lib/shared/text/plain";
import { type Neighbours, readNeighbours } from "@/lib/store/hot/summaries";

/**
 * Limits the time for comparing texts: dissimilar texts take long, and the list shows nothing until all rows
 * are done.
 */
const MAX_TOTAL_MS = 300;
const MAX_REVISION_MS = 60;
/**
 * Short texts, with at most this many lines in both versions together, are compared even after
 * `MAX_TOTAL_MS`.
 */
const FEW_LINES = 200;
const MAX_CHARS = 160;

export async function summarizeRevisions(agentId: string, ids: readonly string[]): Promise<Summary[]> {
  if (ids.length === 0) return [];
  const rows = await readNeighbours(agentId, ids);
  const until = performance.now() + MAX_TOTAL_MS;
  return rows.map((row) => summarizeRevision(row, Math.min(MAX_REVISION_MS, until - performance.now())));
}

/**
 * Returns the counts of added and removed lines by revision id. Omits revisions that take too long to
 * compare.
 */
export async function lineCounts(agentId: string, revisions: readonly { id: string }[]) {
  const summaries = await summarizeRevisions(
    agentId,
    revisions.map(({ id }) => id),
  );
  return Object.fromEntries(
    summaries.flatMap(({ id, added, removed }) =>
      added === null || removed === null ? [] : [[id, { added, removed }]],
    ),
  );
}

export function summarizeRevision(
  { id, tool, conversation, said, ...row }: Neighbours,
  timeoutMs = MAX_REVISION_MS,
): Summary {
  const base = { id, tool, conversation, said: said === null ? null : firstLineOf(said) };
  const compared = row.isLarge ? withoutContents(row) : row;
  const words = changeWords({ ...compared, after: compared.content });
  if (row.isLarge) return { ...base, added: null, removed: null, words };
  const count = countChanges(textChanges(row.kind, row.before, row.content), timeoutMs);
  return { ...base, ...(count ?? { added: null, removed: null }), words };
}

/** Marks contents that exist but are too large to compare as undefined. */
export const withoutContents = <T extends Pick<Neighbours, "isNew" | "isDeleted">>(row: T) => ({
  ...row,
  before: row.isNew ? null : undefined,
  content: row.isDeleted ? null : undefined,
});

function countChanges(changes: readonly TextChange[], timeoutMs: number) {
  const counts = { added: 0, removed: 0 };
  for (const { before, text } of changes) {
    const isShort = countLines(before) + countLines(text) <= FEW_LINES;
    const timeout = isShort ? Number.POSITIVE_INFINITY : timeoutMs;
    const found = diffLines(withFinalNewline(before), withFinalNewline(text), { timeout });
    if (!found) return undefined;
    for (const { added, removed, count } of found) {
      if (added) counts.added += count;
      if (removed) counts.removed += count;
    }
  }
  return counts;
}

function firstLineOf(parts: unknown): string | null {
  if (!Array.isArray(parts)) return null;
  const strings = parts.flatMap((part: unknown) =>
    typeof part === "object" && part !== null && "text" in part && typeof part.text === "string"
      ? [part.text]
      : [],
  );
  const [line] = strings
    .flatMap((text) => text.slice(0, 4 * MAX_CHARS).split("\n"))
    .map(plain)
    .filter(Boolean);
  return line ? clip(line) : null;
}

const clip = (text: string) =>
  text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS - 1).trimEnd()}…`.toWellFormed();

const countLines = (text: string): number => text.split("\n").length;

/** Adds a final newline, so that a last line equals the same line with one. */
const withFinalNewline = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
