import { isDeepStrictEqual } from "node:util";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { subscribe } from "@/lib/store/bus";
import { readWaitingCalls, type WaitingCall } from "@/lib/store/loop/calls";
import type { AnswerRefusal, AskingCall, OpenCall } from "./open-call";

const MAX_SUSPENDED = 200;
const MAX_PER_SERVER = 20;
const HOLD_MS = 30 * 60_000;
/** Polling interval for changes whose notice was lost. */
const POLL_MS = 5_000;

/**
 * Identifies a call and what it does. If the arguments or the tool change, the suspended call is not continued,
 * but the tool is called again.
 */
export type CallIdentity = WaitingCall & { args: unknown; version: number };
type SuspendedCall = { call: OpenCall; of: CallIdentity; server: object; timer: NodeJS.Timeout };

/**
 * Calls of MCP servers that wait in this process for the user, with the server's question open. The ask itself
 * is stored in the database. If the suspended call is lost or expires, the tool is called again when the user
 * answers.
 */
class SuspendedCalls {
  private readonly all = new Map<string, SuspendedCall>();
  private readonly unsubscribe: () => void;
  private readonly timer: NodeJS.Timeout;
  private looking: Promise<void> | undefined;
  private lookAgain = false;

  constructor() {
    this.unsubscribe = subscribe((notice) => {
      if (notice.type === "gap") this.look();
      if (notice.type !== "conversation") return;
      for (const { of } of this.all.values()) if (of.conversationId === notice.id) return this.look();
    });
    this.timer = setInterval(() => this.look(), POLL_MS).unref();
  }

  /** Suspends a call. Returns false if too many calls are suspended. */
  hold(call: OpenCall, of: CallIdentity, server: object): boolean {
    const key = keyOf(of);
    if (this.all.get(key)?.call === call) return true;
    const ofServer = [...this.all.values()].filter((one) => one.server === server);
    if (this.all.size >= MAX_SUSPENDED || ofServer.length >= MAX_PER_SERVER) return false;
    this.drop(key, "cancel", "The tool was called again.");
    const timer = setTimeout(
      () => this.drop(key, "cancel", "The user did not answer within 30 minutes."),
      HOLD_MS,
    );
    this.all.set(key, { call, of, server, timer: timer.unref() });
    void call.ended.then(() => this.forget(key, call));
    return true;
  }

  /**
   * Removes and returns the suspended call, to continue it with the user's answers. Returns undefined if it is
   * missing or was made with other arguments or answers.
   */
  take(of: CallIdentity, server: object, asking: AskingCall): OpenCall | undefined {
    const key = keyOf(of);
    const suspended = this.all.get(key);
    if (!suspended) return undefined;
    const isSame =
      suspended.server === server && isDeepStrictEqual(suspended.of, of) && suspended.call.agreesWith(asking);
    if (!isSame) {
      this.drop(key, "cancel", "The tool was called again with different arguments.");
      return undefined;
    }
    this.forget(key, suspended.call);
    return suspended.call;
  }

  close(): void {
    this.unsubscribe();
    clearInterval(this.timer);
    for (const key of [...this.all.keys()]) this.drop(key, "cancel", "Easel is shutting down.");
  }

  private forget(key: string, call: OpenCall): void {
    const suspended = this.all.get(key);
    if (suspended?.call !== call) return;
    clearTimeout(suspended.timer);
    this.all.delete(key);
  }

  private drop(key: string, by: AnswerRefusal, why: string): void {
    const suspended = this.all.get(key);
    if (!suspended) return;
    this.forget(key, suspended.call);
    suspended.call.end(by, why);
  }

  /** Drops calls that no longer wait: the user rejected or closed them, or another process continues them. */
  private look(): void {
    this.lookAgain = true;
    this.looking ??= this.lookAll()
      .catch((error) => log.warn("Suspended MCP calls were not checked", error))
      .finally(() => {
        this.looking = undefined;
        if (this.lookAgain && this.all.size > 0) this.look();
      });
  }

  private async lookAll(): Promise<void> {
    while (this.lookAgain && this.all.size > 0) {
      this.lookAgain = false;
      const suspended = [...this.all];
      const states = await readWaitingCalls(suspended.map(([, { of }]) => of));
      for (const [key, { call }] of suspended) {
        const state = states.get(key);
        if (state === "waits" || this.all.get(key)?.call !== call) continue;
        const isRejected = state === "rejected";
        this.drop(
          key,
          isRejected ? "decline" : "cancel",
          isRejected ? "The user rejected it." : "The call was cancelled.",
        );
      }
    }
  }
}

const keyOf = ({ conversationId, messageId, toolCallId }: WaitingCall): string =>
  JSON.stringify([conversationId, messageId, toolCallId]);

export const suspendedCalls = () =>
  singleton(
    "held mcp calls",
    () => new SuspendedCalls(),
    (all) => all.close(),
  );
