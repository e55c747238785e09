import { owned } from "@/lib/process";
import { record } from "@/lib/store/events";
import type { Chunk } from "./message";

/** A reader that falls this far behind is let go; it comes back and gets the replay. */
const MAX_BEHIND = 16 * 1024 * 1024;

export type Follower = { write(text: string): void; end(): void; behind(): number };

/**
 * One message while this server writes it: hands every chunk to the tabs that follow here, to run_events for those that
 * follow elsewhere, and keeps the texts for tabs that come later.
 */
export class LiveMessage {
  readonly runId: string;
  readonly messageId: string;
  readonly attempt: number;
  private readonly sent: string[] = [];
  private readonly followers = new Set<Follower>();
  private ended = false;

  constructor({ runId, messageId, attempt }: { runId: string; messageId: string; attempt: number }) {
    this.runId = runId;
    this.messageId = messageId;
    this.attempt = attempt;
  }

  emit(chunk: Chunk): void {
    const text = JSON.stringify(chunk);
    record(this.runId, this.attempt, this.sent.length, text);
    this.sent.push(text);
    for (const follower of this.followers) {
      follower.write(text);
      if (follower.behind() > MAX_BEHIND) this.drop(follower);
    }
  }

  /** Gives `follower` all chunks from number `from` on, and then each as it comes. Returns how to leave. */
  follow(follower: Follower, from = 0): () => void {
    for (let i = from; i < this.sent.length; i++) follower.write(this.sent[i] ?? "");
    if (this.ended) follower.end();
    else this.followers.add(follower);
    return () => this.followers.delete(follower);
  }

  /** How many chunks there are: where a follower starts that has seen all of them. */
  get length(): number {
    return this.sent.length;
  }

  end(): void {
    this.ended = true;
    for (const follower of this.followers) this.drop(follower);
  }

  private drop(follower: Follower): void {
    this.followers.delete(follower);
    follower.end();
  }
}

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

  constructor(run: { id: string; conversationId: string; messageId: string; attempt: number }) {
    this.runId = run.id;
    this.conversationId = run.conversationId;
    this.message = new LiveMessage({ runId: run.id, ...run });
  }

  /** The message that will answer what the person has just said; null when the run ends without one. */
  nextMessage(): Promise<LiveMessage | null> {
    return new Promise((resolve) => this.awaiting.add(resolve));
  }

  turnTo(message: LiveMessage): void {
    this.message = message;
    this.tell(message);
  }

  end(): void {
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
