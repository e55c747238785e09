import type { Chunk } from "@/lib/agent/message/message";
import { log } from "@/lib/ground/base/log";
import { owned } from "@/lib/ground/base/process";
import { record } from "@/lib/store/events";

/** At most so many chunks are handed over at once, so that a reader that is slow or gone holds little of a long message. */
const PIECE = 500;

/**
 * One message while this server writes it: hands every chunk to the tabs that follow here, to run_events for those that
 * follow elsewhere, and keeps the texts for tabs that come later. A follower takes when it is ready, so a slow one
 * costs nothing.
 */
export class LiveMessage {
  readonly runId: string;
  readonly messageId: string;
  readonly attempt: number;
  /** Of a message that goes on: how many parts of it were stored, and how many chunks tell them. */
  replayed: { parts: number; chunks: number } | null = null;
  private readonly sent: string[] = [];
  private held: Chunk[] | null = null;
  private hold = 0;
  private ended = false;
  private news: PromiseWithResolvers<void> | null = null;
  private due: NodeJS.Immediate | undefined;

  constructor({ runId, messageId, attempt }: { runId: string; messageId: string; attempt: number }) {
    this.runId = runId;
    this.messageId = messageId;
    this.attempt = attempt;
  }

  emit(chunk: Chunk): void {
    if (this.held) this.held.push(chunk);
    else this.send(chunk);
  }

  /** Nobody sees what comes from now on before it is `written`; a later call or `release` takes its place. */
  holdUntil(written: Promise<boolean>): void {
    this.held ??= [];
    this.hold += 1;
    const { hold } = this;
    written.then(
      (isWritten) => {
        if (isWritten && hold === this.hold) this.release();
      },
      // The next write tells what became of the run.
      (error) => log.warn("It is not known whether a step is on disk", error),
    );
  }

  release(): void {
    const { held } = this;
    this.held = null;
    this.hold += 1;
    for (const chunk of held ?? []) this.send(chunk);
  }

  private send(chunk: Chunk): void {
    const text = JSON.stringify(chunk);
    record(this.runId, this.attempt, this.sent.length, text);
    this.sent.push(text);
    if (!ENDS.has(chunk.type)) this.tell(WORDS.has(chunk.type));
  }

  /** All that was sent so far tells the first `parts` of the message, which were stored before. */
  replays(parts: number): void {
    this.replayed = { parts, chunks: this.sent.length };
  }

  end(): void {
    this.ended = true;
    this.tell();
  }

  /** All chunks from number `from` on, and then what comes, to the end of the message. */
  async *follow(from = 0): AsyncGenerator<string[], void> {
    for (let next = from; ; ) {
      const piece = this.sent.slice(next, next + PIECE);
      next += piece.length;
      if (piece.length > 0) yield piece;
      else if (this.ended) return;
      else await this.more();
    }
  }

  private more(): Promise<void> {
    this.news ??= Promise.withResolvers();
    return this.news.promise;
  }

  /** What comes in one turn of the event loop leaves in one write, since a write is what costs most; words do not wait. */
  private tell(now = false): void {
    const { news } = this;
    if (!news) return;
    if (!now) {
      this.due ??= setImmediate(() => this.resolve());
      return;
    }
    this.resolve();
  }

  private resolve(): void {
    clearImmediate(this.due);
    this.due = undefined;
    this.news?.resolve();
    this.news = null;
  }
}

const WORDS: ReadonlySet<Chunk["type"]> = new Set(["text-delta", "reasoning-delta"]);
/** Something follows them, and takes them along. */
const ENDS: ReadonlySet<Chunk["type"]> = new Set(["text-end", "reasoning-end"]);

export type StopReason = "stopped" | "lost" | "shutdown";

/** A run that this server is working on. */
export class LiveRun {
  readonly runId: string;
  readonly conversationId: string;
  readonly abort = new AbortController();
  message: LiveMessage;
  /** Settles when the run waits or has ended, and all of it is stored. */
  settled: Promise<void> = Promise.resolve();
  private readonly awaiting = new Set<(message: LiveMessage | null) => void>();
  private ended = false;

  constructor(run: { id: string; conversationId: string; messageId: string; attempt: number }) {
    this.runId = run.id;
    this.conversationId = run.conversationId;
    this.message = new LiveMessage({ runId: run.id, ...run });
  }

  /** The message that will answer what the person has just said; null when the run ends without one. */
  nextMessage(): Promise<LiveMessage | null> {
    if (this.ended) return Promise.resolve(null);
    return new Promise((resolve) => this.awaiting.add(resolve));
  }

  turnTo(message: LiveMessage): void {
    this.message = message;
    this.tell(message);
  }

  end(): void {
    this.ended = true;
    this.message.end();
    this.tell(null);
  }

  private tell(message: LiveMessage | null): void {
    for (const resolve of this.awaiting) resolve(message);
    this.awaiting.clear();
  }
}

/** By conversation: at most one run is live in each. */
export const liveRuns = () => owned("live runs", () => new Map<string, LiveRun>());

/** Why a run was told to end, or null. */
export function stopReason(signal: AbortSignal): StopReason | null {
  if (!signal.aborted) return null;
  return signal.reason === "lost" || signal.reason === "shutdown" ? signal.reason : "stopped";
}
