import { UI_MESSAGE_STREAM_HEADERS } from "ai";
import { subscribe } from "@/lib/store/bus";
import { readEvents } from "@/lib/store/events";
import { type Progress, readProgress } from "@/lib/store/progress";
import type { Follower, LiveMessage } from "./live";
import type { Chunk } from "./message";

/** A comment now and then keeps proxies from closing a quiet stream, and finds out clients that are gone. */
const PING_MS = 15_000;
/** For a run of another server: looks by itself where no notice came. */
const LOOK_MS = 1_000;

const encoder = new TextEncoder();

/** A UI message stream as server-sent events. `source` writes to the follower and returns how to leave. */
export function sse(source: (follower: Follower) => (() => void) | Promise<() => void>): Response {
  let leave: (() => void) | null = null;
  let gone = false;
  let ping: NodeJS.Timeout | undefined;
  const stop = () => {
    gone = true;
    clearInterval(ping);
    leave?.();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        let pending = "";
        const flush = () => {
          if (!gone && pending) controller.enqueue(encoder.encode(pending));
          pending = "";
        };
        // What comes in one turn of the event loop leaves in one write: a write is what costs most.
        const send = (text: string) => {
          if (!pending) setImmediate(flush);
          pending += text;
        };
        const end = () => {
          if (gone) return;
          send("data: [DONE]\n\n");
          flush();
          stop();
          controller.close();
        };
        ping = setInterval(() => send(": still here\n\n"), PING_MS);
        const follower: Follower = {
          write: (text) => send(`data: ${text}\n\n`),
          end,
          behind: () => pending.length - (controller.desiredSize ?? 0),
        };
        // The headers leave with the first bytes: who steers must not wait for the next step to hear that it was taken.
        send(": open\n\n");
        leave = await source(follower);
        if (gone) leave();
      },
      cancel: stop,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return new Response(body, {
    headers: { ...UI_MESSAGE_STREAM_HEADERS, "cache-control": "no-cache, no-transform" },
  });
}

/** Chunks and then what a message of this server adds from chunk `from` on. */
export const followHere = (message: LiveMessage, head: Chunk[] = [], from = 0): Response =>
  sse((follower) => {
    for (const chunk of head) follower.write(JSON.stringify(chunk));
    return message.follow(follower, from);
  });

/** Chunks that are known already, and nothing more. */
export const told = (chunks: Chunk[]): Response =>
  sse((follower) => {
    for (const chunk of chunks) follower.write(JSON.stringify(chunk));
    follower.end();
    return () => {};
  });

/**
 * Follows a message that another server writes, through run_events. Ends when the message does, or when its run is
 * taken up anew: whoever followed then reads the conversation again.
 */
export const followElsewhere = (run: Progress): Response =>
  sse((follower) => {
    let next = 0;
    let busy = false;
    let again = false;
    let over = false;
    const look = async () => {
      if (over) return;
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      do {
        again = false;
        const now = await readProgress(run.conversationId);
        next = await copy(run, next, follower);
        over = now?.id !== run.id || now.status !== "running" || now.attempt !== run.attempt;
      } while (again && !over);
      busy = false;
      if (over) finish();
    };
    const lookSafely = () => {
      look().catch(finish);
    };
    const timer = setInterval(lookSafely, LOOK_MS);
    const unsubscribe = subscribe((notice) => {
      const mine =
        (notice.type === "events" && notice.runs.includes(run.id)) ||
        (notice.type === "conversation" && notice.id === run.conversationId);
      if (mine) lookSafely();
    });
    const leave = () => {
      over = true;
      clearInterval(timer);
      unsubscribe();
    };
    const finish = () => {
      leave();
      follower.end();
    };
    lookSafely();
    return leave;
  });

/** Writes the stored chunks from number `from` on, as far as they follow on without a gap; returns the next number. */
async function copy({ id, attempt }: Progress, from: number, follower: Follower): Promise<number> {
  let next = from;
  for (const { seq, chunks } of await readEvents(id, attempt, from)) {
    if (seq !== next) break;
    for (const chunk of chunks) follower.write(JSON.stringify(chunk));
    next += chunks.length;
  }
  return next;
}
