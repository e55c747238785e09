import type { Chunk } from "@/lib/agent/message/message";
import { heard, type Notice } from "@/lib/store/bus";
import { readEvents } from "@/lib/store/events";
import { type Progress, readProgress } from "@/lib/store/loop/progress";
import { PROMPT_MS, patiently } from "@/lib/store/unreachable";

/** Polling interval for a run of another server, in case a notice is lost. */
const LOOK_MS = 1_000;
/**
 * The last chunks may be stored shortly after the run's status. They are awaited for at most
 * `MAX_LAST_POLLS` of these intervals.
 */
const LAST_LOOK_MS = 100;
const LAST_LOOKS = 10;

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
  for (let next = 0, lastLooks = 0; lastLooks < LAST_LOOKS; ) {
    const news = heard(concerns, lastLooks > 0 ? LAST_LOOK_MS : LOOK_MS);
    const now = await patiently(() => readProgress(run.conversationId), PROMPT_MS);
    const from = next;
    const chunks = await patiently(() => readOn(run, from), PROMPT_MS);
    next += chunks.length;
    yield texts(chunks);
    if (!now || chunks.at(-1)?.type === "finish") return;
    const goesOn = now.id === run.id && now.status === "running" && now.attempt === run.attempt;
    if (!goesOn) lastLooks += 1;
    await news;
  }
}

export async function* chain(head: Chunk[], rest?: Batches): Batches {
  yield texts(head);
  if (rest) yield* rest;
}

export function movedTo(conversationId: string, { batches }: ChunkStream): ChunkStream {
  const messageMetadata = { conversationId };
  async function* told(): Batches {
    let isTold = false;
    for await (const batch of batches) {
      const [first, ...rest] = batch;
      if (isTold || first === undefined) {
        yield batch;
        continue;
      }
      isTold = true;
      const chunk = JSON.parse(first) as Chunk;
      if (chunk.type === "start") {
        const start = { ...chunk, messageMetadata: { ...chunk.messageMetadata, ...messageMetadata } };
        yield [...texts([start]), ...rest];
      } else yield [...texts([{ type: "start", messageMetadata }]), ...batch];
    }
    if (!isTold) yield texts([{ type: "start", messageMetadata }]);
  }
  return new ChunkStream(told());
}

const texts = (chunks: Chunk[]) => chunks.map((chunk) => JSON.stringify(chunk));

/** Returns the stored chunks from number `from` on, up to the first gap. */
async function readOn({ id, attempt }: Progress, from: number): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (const row of await readEvents(id, attempt, from)) {
    if (row.seq !== from + chunks.length) break;
    chunks.push(...(row.chunks as Chunk[]));
  }
  return chunks;
}
