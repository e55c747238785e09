import { diffLines } from "diff";
import { gistOfKind, isReadable, type TextChange, textChanges, textsOf } from "@/lib/shared/kinds";
import type { Gist } from "@/lib/shared/memory/gist";
import { plain } from "@/lib/shared/text/plain";
import { valueWords } from "@/lib/shared/text/value-words";
import { type Neighbours, readNeighbours } from "@/lib/store/hot/gists";

/** Comparing texts with little in common is slow, and a list waits for all of its rows. */
const MAX_MS = 300;
const ONE_MS = 60;
/** Texts of at most this many lines together are compared even after the time is used up. */
const FEW_LINES = 200;
const WORDS = 160;

export async function gistsOf(agentId: string, ids: readonly string[]): Promise<Gist[]> {
  if (ids.length === 0) return [];
  const rows = await readNeighbours(agentId, ids);
  const until = performance.now() + MAX_MS;
  return rows.map((row) => gistOfRevision(row, Math.min(ONE_MS, until - performance.now())));
}

/**
 * Returns the counts of added and removed lines by revision id. Omits revisions that take too long to
 * compare.
 */
export async function lineCounts(agentId: string, revisions: readonly { id: string }[]) {
  const gists = await gistsOf(
    agentId,
    revisions.map(({ id }) => id),
  );
  return Object.fromEntries(
    gists.flatMap(({ id, added, removed }) =>
      added === null || removed === null ? [] : [[id, { added, removed }]],
    ),
  );
}

export function gistOfRevision(
  { id, tool, conversation, said, ...row }: Neighbours,
  patienceMs = ONE_MS,
): Gist {
  const facts = { id, tool, conversation, said: said === null ? null : spoken(said) };
  if (row.isLarge) return { ...facts, added: null, removed: null, words: "" };
  const changes = textChanges(row.kind, row.before, row.content);
  const lines = linesOf(changes, patienceMs);
  return { ...facts, added: null, removed: null, ...lines?.count, words: clip(wordsOf(row, changes, lines)) };
}

type Lines = { count: { added: number; removed: number }; first: { added?: string; removed?: string } };

function linesOf(changes: readonly TextChange[], patienceMs: number): Lines | undefined {
  const lines: Lines = { count: { added: 0, removed: 0 }, first: {} };
  for (const { before, text } of changes) {
    const isShort = countLines(before) + countLines(text) <= FEW_LINES;
    const timeout = isShort ? Number.POSITIVE_INFINITY : patienceMs;
    const found = diffLines(ended(before), ended(text), { timeout });
    if (!found) return undefined;
    for (const { added, removed, count, value } of found) {
      const way = added ? "added" : removed ? "removed" : undefined;
      if (!way) continue;
      lines.count[way] += count;
      lines.first[way] ??= value.split("\n").map(plain).find(Boolean);
    }
  }
  return lines;
}

function wordsOf(row: Pick<Neighbours, "kind" | "content" | "before">, changes: TextChange[], lines?: Lines) {
  if (row.content === null || !isReadable(row.kind, row.content)) return "";
  const [first] = textsOf(row.kind, row.content);
  const gist = gistOfKind(row.kind);
  if (gist === "first") return plain(first?.text ?? "");
  if (gist === "value") return valueWords(JSON.parse(first?.text ?? "null")) ?? "An id";
  if (gist === "titles") {
    const titles = changes.map(({ title }) => title);
    if (row.before === null || titles.includes("Description")) return plain(first?.text ?? "");
    const said = titles.map((title, index) => (index === 0 ? title : title.toLowerCase())).join(" and ");
    return said && `${said} changed`;
  }
  if (first?.text === "" && row.before !== null) return "Emptied";
  return lines?.first.added ?? (lines?.first.removed ? `Without “${lines.first.removed}”` : "");
}

function spoken(parts: unknown): string | null {
  if (!Array.isArray(parts)) return null;
  const texts = parts.flatMap((part: unknown) =>
    typeof part === "object" && part !== null && "text" in part && typeof part.text === "string"
      ? [part.text]
      : [],
  );
  const [line] = texts
    .flatMap((text) => text.slice(0, 4 * WORDS).split("\n"))
    .map(plain)
    .filter(Boolean);
  return line ? clip(line) : null;
}

const clip = (text: string) =>
  text.length <= WORDS ? text : `${text.slice(0, WORDS - 1).trimEnd()}…`.toWellFormed();

const countLines = (text: string): number => text.split("\n").length;

/** Adds a final newline, so that a last line equals the same line with one. */
const ended = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
