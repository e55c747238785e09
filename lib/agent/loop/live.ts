import type { Chunk } from "@/lib/agent/message/message";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { record } from "@/lib/store/events";

/**
 * Maximum chunks per batch. It limits the memory that a slow or disconnected reader of a long message uses.
 */
const PIECE = 500;

/**
 * A message that this server is writing. Sends each chunk to the followers on this server and to `run_events`
 * for followers on other servers, and keeps all chunks for later followers. Followers pull at their own pace,
 * so a slow follower delays no other.
 */
export class LiveMessage {
  readonly runId: string;
  readonly messageId: string;
  readonly attempt: number;
  /** For a continued message: how many of its parts were stored before, and how many chunks replay them. */
  replayed: { parts: number; chunks: number } | null = null;
  private readonly sent: string[] = [];
  private buffered: Chunk[] | null = null;
  private holdCount = 0;
  private ended = false;
  private news: PromiseWithResolvers<void> | null = null;
  private due: NodeJS.Immediate | undefined;

  constructor({ runId, messageId, attempt }: { runId: string; messageId: string; attempt: number }) {
    this.runId = runId;
    this.messageId = messageId;
    this.attempt = attempt;
  }

  emit(chunk: Chunk): void {
    if (this.buffered) this.buffered.push(chunk);
    else this.send(chunk);
  }

  /**
   * Buffers chunks until `written` resolves to true, so that followers see only steps on disk. A later call
   * or `release()` supersedes it.
   */
  holdUntil(written: Promise<boolean>): void {
    this.buffered ??= [];
    this.holdCount += 1;
    const { holdCount } = this;
    written.then(
      (isWritten) => {
        if (isWritten && holdCount === this.holdCount) this.release();
      },
      // The next write finds out whether the step was stored.
      (error) => log.warn("Could not check whether a step is on disk", error),
    );
  }

  release(): void {
    const { buffered } = this;
    this.buffered = null;
    this.holdCount += 1;
    for (const chunk of buffered ?? []) this.send(chunk);
  }

  private send(chunk: Chunk): void {
    const text = JSON.stringify(chunk);
    record(this.runId, this.attempt, this.sent.length, text);
    this.sent.push(text);
    if (!ENDS.has(chunk.type)) this.notify(TEXT_DELTAS.has(chunk.type));
  }

  /**
   * Marks that the chunks sent so far represent the first `parts` of the message, which were stored before.
   */
  replays(parts: number): void {
    this.replayed = { parts, chunks: this.sent.length };
  }

  end(): void {
    this.ended = true;
    this.notify(true);
  }

  /** Yields all chunks from number `from` on, then each new one until the message ends. */
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

  /**
   * Sends all chunks of one turn of the event loop in one write, because the write is the main cost. Text
   * deltas and the end are sent at once.
   */
  private notify(now = false): void {
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

const TEXT_DELTAS: ReadonlySet<Chunk["type"]> = new Set(["text-delta", "reasoning-delta"]);
/** Another chunk always follows these, so they are sent together with it. */
const ENDS: ReadonlySet<Chunk["type"]> = new Set(["text-end", "reasoning-end"]);

export type StopReason = "stopped" | "lost" | "shutdown";

export class LiveRun {
  readonly runId: string;
  readonly conversationId: string;
  readonly abort = new AbortController();
  message: LiveMessage;
  /**
   * Resolves once the database has the run. Until then the run only prepares: it awaits this before each write
   * and before each request to a model. Rejects with `LostRun` if the run does not begin.
   */
  begun: Promise<void> = Promise.resolve();
  /** Resolves when the run waits or has ended and everything is stored. */
  settled: Promise<void> = Promise.resolve();
  private readonly awaiting = new Set<(message: LiveMessage | null) => void>();
  private ended = false;

  constructor(run: { id: string; conversationId: string; messageId: string; attempt: number }) {
    this.runId = run.id;
    this.conversationId = run.conversationId;
    this.message = new LiveMessage({ runId: run.id, ...run });
  }

  /**
   * Resolves with the message that will answer the user's latest message, or null if the run ends without
   * one.
   */
  nextMessage(): Promise<LiveMessage | null> {
    if (this.ended) return Promise.resolve(null);
    return new Promise((resolve) => this.awaiting.add(resolve));
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  turnTo(message: LiveMessage): void {
    this.message = message;
    this.notify(message);
  }

  end(): void {
    this.ended = true;
    this.message.end();
    this.notify(null);
  }

  private notify(message: LiveMessage | null): void {
    for (const resolve of this.awaiting) resolve(message);
    this.awaiting.clear();
  }
}

export const liveRuns = () => singleton("live runs", () => new Map<string, LiveRun>());

export function stopReason(signal: AbortSignal): StopReason | null {
  if (!signal.aborted) return null;
  return signal.reason === "lost" || signal.reason === "shutdown" ? signal.reason : "stopped";
}
