import type { Chunk } from "@/lib/agent/message/message";
import { type Notice, waitForNotice } from "@/lib/store/bus";
import { readEvents } from "@/lib/store/events";
import { type Progress, readProgress } from "@/lib/store/loop/progress";
import { INTERACTIVE_TIMEOUT_MS, withRetry } from "@/lib/store/unreachable";

/** Polling interval for a run of another server, in case a notice is lost. */
const POLL_MS = 1_000;
/**
 * The last chunks may be stored shortly after the run's status. They are awaited for at most
 * `MAX_LAST_POLLS` of these intervals.
 */
const LAST_POLL_MS = 100;
const MAX_LAST_POLLS = 10;

/**
 * The stream of a run's message. Iterate it for chunks, or pass on `batches` of their JSON texts; either
 * works once. An empty batch only confirms that the run exists. The stream ends with the message. A reader
 * that leaves early does not affect the run or other readers.
 */
export class ChunkStream implements AsyncIterable<Chunk> {
  readonly batches: Batches;

  constructor(batches: Batches) {
    this.batches = batches;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Chunk, void> {
    for await (const batch of this.batches) for (const text of batch) yield JSON.parse(text) as Chunk;
  }
}

export type Batches = AsyncGenerator<string[], void>;

/**
 * Follows a message that another server writes, through `run_events`. Ends with the message, or when another
 * attempt of the run begins: the follower must then read the conversation again.
 */
export async function* followElsewhere(run: Progress): Batches {
  const concerns = (notice: Notice) =>
    (notice.type === "events" && notice.runs.includes(run.id)) ||
    (notice.type === "conversation" && notice.id === run.conversationId);
  for (let next = 0, lastPolls = 0; lastPolls < MAX_LAST_POLLS; ) {
    const news = waitForNotice(concerns, lastPolls > 0 ? LAST_POLL_MS : POLL_MS);
    const now = await withRetry(() => readProgress(run.conversationId), INTERACTIVE_TIMEOUT_MS);
    const from = next;
    const chunks = await withRetry(() => readOn(run, from), INTERACTIVE_TIMEOUT_MS);
    next += chunks.length;
    yield serialize(chunks);
    if (!now || chunks.at(-1)?.type === "finish") return;
    const goesOn = now.id === run.id && now.status === "running" && now.attempt === run.attempt;
    if (!goesOn) lastPolls += 1;
    await news;
  }
}

export async function* chain(head: Chunk[], rest?: Batches): Batches {
  yield serialize(head);
  if (rest) yield* rest;
}

export function movedTo(conversationId: string, { batches }: ChunkStream): ChunkStream {
  const messageMetadata = { conversationId };
  async function* withConversationId(): Batches {
    let isAdded = false;
    for await (const batch of batches) {
      const [first, ...rest] = batch;
      if (isAdded || first === undefined) {
        yield batch;
        continue;
      }
      isAdded = true;
      const chunk = JSON.parse(first) as Chunk;
      if (chunk.type === "start") {
        const start = { ...chunk, messageMetadata: { ...chunk.messageMetadata, ...messageMetadata } };
        yield [...serialize([start]), ...rest];
      } else yield [...serialize([{ type: "start", messageMetadata }]), ...batch];
    }
    if (!isAdded) yield serialize([{ type: "start", messageMetadata }]);
  }
  return new ChunkStream(withConversationId());
}

const serialize = (chunks: Chunk[]) => chunks.map((chunk) => JSON.stringify(chunk));

/** Returns the stored chunks from number `from` on, up to the first gap. */
async function readOn({ id, attempt }: Progress, from: number): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (const row of await readEvents(id, attempt, from)) {
    if (row.seq !== from + chunks.length) break;
    chunks.push(...(row.chunks as Chunk[]));
  }
  return chunks;
}
