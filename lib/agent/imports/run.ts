import type { SourceMemory } from "@/lib/data/exports/conversation";
import { type Export, memoryKey, openExport } from "@/lib/data/exports/export";
import { actingAs } from "@/lib/ground/base/acting";
import { blobPathOf, size as sizeOfBlob } from "@/lib/ground/blobs/blobs";
import { AppError, isAppError } from "@/lib/shared/errors";
import { Leftovers } from "@/lib/shared/imports/left";
import { MAX_FACT } from "@/lib/shared/memory/memory";
import {
  addMemories,
  changeImport,
  type ImportRow,
  importRow,
  itemsBySource,
  type NewMemory,
} from "@/lib/store/data/imports";
import { actorOf } from "@/lib/store/members/roster";
import { digestOf, monthOf, takeConversations } from "./take";

/** Conversations between two reports of progress while a file is counted. */
const SURVEY_STEP = 500;

/**
 * Does the next work of an import: counts what is in the file, or takes the conversations that the user has chosen. Can be
 * repeated after a crash. Acts for the member who uploaded the file.
 */
export async function runImport(id: string, signal: AbortSignal): Promise<void> {
  const row = await importRow(id);
  if (!row || (row.status !== "reading" && row.status !== "waiting" && row.status !== "taking")) return;
  try {
    await actingAs(await actorOf(row.memberId), () =>
      row.status === "reading" ? survey(row, signal) : take(row, signal),
    );
  } catch (error) {
    if (signal.aborted || !isAppError(error) || error.code === "unavailable") throw error;
    await changeImport(id, ["reading", "waiting", "taking"], {
      ...{ status: "failed", error: error.message, endedAt: new Date().toISOString() },
    });
  }
}

async function opened<T>(
  row: ImportRow,
  leftovers: Leftovers,
  use: (source: Export) => Promise<T>,
): Promise<T> {
  if ((await sizeOfBlob(row.hash)) === null)
    throw new AppError("not_found", "The file is no longer on the server. Choose it again.");
  const source = await openExport(blobPathOf(row.hash), leftovers);
  try {
    return await use(source);
  } finally {
    source.close();
  }
}

async function survey(row: ImportRow, signal: AbortSignal): Promise<void> {
  const leftovers = new Leftovers();
  await opened(row, leftovers, async (source) => {
    const known = await itemsBySource(row.agentId, source.product, "conversation");
    const counts = { conversations: 0, messages: 0, files: 0, artifacts: 0, memories: 0, same: 0 };
    const months = new Map<string, number>();
    const memories = new Memories();
    memories.add(await source.memories());
    for await (const conversation of source.conversations()) {
      signal.throwIfAborted();
      counts.conversations++;
      if (known.get(conversation.id)?.digest === digestOf(conversation)) counts.same++;
      const month = monthOf(conversation.createdAt);
      months.set(month, (months.get(month) ?? 0) + 1);
      counts.messages += conversation.messages.length;
      for (const { parts } of conversation.messages)
        for (const { kind } of parts) {
          if (kind === "artifact") counts.artifacts++;
          if (kind === "file" || kind === "text_file") counts.files++;
        }
      memories.add(conversation.memories);
      if (counts.conversations % SURVEY_STEP === 0)
        await changeImport(row.id, ["reading"], { progress: { done: counts.conversations, total: 0 } });
    }
    counts.memories = memories.list().length;
    await changeImport(row.id, ["reading"], {
      ...{ status: "ready", product: source.product, progress: null },
      survey: { ...counts, months: [...months].toSorted(), left: leftovers.list() },
    });
  });
}

async function take(row: ImportRow, signal: AbortSignal): Promise<void> {
  const leftovers = new Leftovers();
  const { id, agentId, choice } = row;
  const total = row.survey?.conversations ?? 0;
  await changeImport(id, ["waiting"], { status: "taking", progress: { done: 0, total } });
  await opened(row, leftovers, async (source) => {
    const { product } = source;
    const found = new Memories();
    found.add(await source.memories());
    const report = await takeConversations({
      ...{ of: { agentId, importId: id, product }, source, choice: choice ?? {}, leftovers },
      onMemories: (memories) => found.add(memories),
      onBatch: async (done) => {
        signal.throwIfAborted();
        return changeImport(id, ["taking"], { progress: { done, total } });
      },
    });
    if (!report) return;
    const memories = await addMemories(row, product, found.list());
    await changeImport(id, ["taking"], {
      ...{ status: "done", product, report: { ...report, memories }, endedAt: new Date().toISOString() },
    });
  });
}

/** The memories of an export in pieces that fit into a fact, each once. */
class Memories {
  private readonly found = new Map<string, NewMemory>();

  add(all: readonly SourceMemory[]): void {
    for (const { kind, title, text } of all)
      for (const piece of piecesOf(text)) {
        const key = memoryKey({ kind, title, text: piece });
        if (this.found.size < MAX_MEMORIES)
          this.found.set(key, { kind, title: title.slice(0, 200), content: piece, key });
      }
  }

  list(): NewMemory[] {
    return [...this.found.values()];
  }
}

const MAX_MEMORIES = 2_000;

/** Splits long text at paragraphs, then at lines, then anywhere. */
export function piecesOf(text: string): string[] {
  const whole = text.trim();
  if (whole.length <= MAX_FACT) return whole === "" ? [] : [whole];
  for (const separator of [/\n\s*\n/, /\n/]) {
    const parts = whole.split(separator);
    if (parts.length > 1) return parts.flatMap(piecesOf);
  }
  return [whole.slice(0, MAX_FACT), ...piecesOf(whole.slice(MAX_FACT))];
}
