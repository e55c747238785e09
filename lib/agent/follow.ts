import { UI_MESSAGE_STREAM_HEADERS } from "ai";
import { log } from "@/lib/log";
import { heard, type Notice } from "@/lib/store/bus";
import { readEvents } from "@/lib/store/events";
import { type Progress, readProgress } from "@/lib/store/progress";
import type { Chunk } from "./message";

/** A comment now and then keeps proxies from closing a quiet stream, and finds out clients that are gone. */
const PING_MS = 15_000;
/** For a run of another server: looks by itself where no notice came. */
const LOOK_MS = 1_000;
/** The last words of a message may be stored a little after the run's status; no longer than this is waited for them. */
const LAST_LOOK_MS = 100;
const LAST_LOOKS = 10;

const STILL_HERE = ": still here\n\n";

const encoder = new TextEncoder();

/**
 * JSON texts of chunks, some at a time. None where there is nothing to tell yet: the headers leave with the first bytes,
 * and whoever has left is found out.
 */
export type Pieces = AsyncGenerator<string[], void>;

/**
 * A UI message stream as server-sent events; takes the next piece when the client is ready for it. What goes wrong ends
 * it: the client reads the conversation again and comes back.
 */
export function sse(pieces: Pieces): Response {
  let gone = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const ping = setInterval(() => {
          const isAwaited = !gone && controller.desiredSize === 0;
          if (isAwaited) controller.enqueue(encoder.encode(STILL_HERE));
        }, PING_MS);
        const next = await pieces.next().catch(broken);
        clearInterval(ping);
        if (gone) return;
        const data = next.done ? ["[DONE]"] : next.value;
        const text = data.map((each) => `data: ${each}\n\n`).join("");
        controller.enqueue(encoder.encode(text || STILL_HERE));
        if (next.done) controller.close();
      },
      cancel() {
        gone = true;
        void pieces.return().catch(() => {});
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return new Response(body, {
    headers: { ...UI_MESSAGE_STREAM_HEADERS, "cache-control": "no-cache, no-transform" },
  });
}

function broken(error: unknown): IteratorReturnResult<void> {
  log.warn("A tab cannot follow a run any more", error);
  return { done: true, value: undefined };
}

/**
 * Follows a message that another server writes, through run_events. Ends when the message does, or when its run is
 * taken up anew: whoever followed then reads the conversation again.
 */
export async function* elsewhere(run: Progress): Pieces {
  const concerns = (notice: Notice) =>
    (notice.type === "events" && notice.runs.includes(run.id)) ||
    (notice.type === "conversation" && notice.id === run.conversationId);
  for (let next = 0, lastLooks = 0; lastLooks < LAST_LOOKS; ) {
    const news = heard(concerns, lastLooks > 0 ? LAST_LOOK_MS : LOOK_MS);
    const now = await readProgress(run.conversationId);
    const chunks = await readOn(run, next);
    next += chunks.length;
    yield texts(chunks);
    if (!now || chunks.at(-1)?.type === "finish") return;
    const goesOn = now.id === run.id && now.status === "running" && now.attempt === run.attempt;
    if (!goesOn) lastLooks += 1;
    await news;
  }
}

/** Chunks that are known already, and then others. */
export async function* chain(head: Chunk[], rest?: Pieces): Pieces {
  yield texts(head);
  if (rest) yield* rest;
}

const texts = (chunks: Chunk[]) => chunks.map((chunk) => JSON.stringify(chunk));

/** The stored chunks from number `from` on, as far as they follow on without a gap. */
async function readOn({ id, attempt }: Progress, from: number): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (const row of await readEvents(id, attempt, from)) {
    if (row.seq !== from + chunks.length) break;
    chunks.push(...(row.chunks as Chunk[]));
  }
  return chunks;
}
