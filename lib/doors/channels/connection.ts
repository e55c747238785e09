import { log } from "@/lib/ground/base/log";
import { shownText } from "@/lib/platform/egress/shown-url";
import { openCredentials } from "@/lib/platform/services/credentials";
import { Failed } from "@/lib/platform/services/failed";
import { isAppError } from "@/lib/shared/errors";
import { subscribe } from "@/lib/store/bus";
import { advanceCursor, noteStatus, type StoredChannel } from "@/lib/store/channels/channels";
import type { ChannelDefinition, ChannelSession, Receiver } from "./define";
import { Inbox, storeUpdates } from "./inbox";
import { Mirror } from "./mirror";
import { sleep } from "./pace";
import { Sender } from "./sender";

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
const REFUSED_WAIT_MS = 300_000;

/**
 * Runs one account on the server that has its lease: receives and handles updates, copies conversations to
 * their chats, and sends messages.
 */
export class ChannelConnection {
  readonly row: StoredChannel;
  private readonly channel: ChannelDefinition;
  private readonly abort = new AbortController();
  private readonly over: Promise<void>;
  /** True while receiving fails. A successful send must not clear this state. */
  private isDisconnected = false;

  constructor(channel: ChannelDefinition, row: StoredChannel) {
    this.channel = channel;
    this.row = row;
    this.over = this.work();
  }

  async close(): Promise<void> {
    this.abort.abort();
    await this.over;
  }

  private async work(): Promise<void> {
    const { row, channel } = this;
    const { signal } = this.abort;
    try {
      const session: ChannelSession = {
        agentId: row.agentId,
        credentials: openCredentials(channel, row),
        account: { id: row.accountId, name: row.accountName, url: row.accountUrl },
        signal,
        cursor: row.cursor,
      };
      const health = {
        ok: () => void (this.isDisconnected || this.note("connected", null)),
        bad: (error: unknown) => this.lost(error),
      };
      const inbox = new Inbox(channel, session);
      const sender = new Sender(channel, session, health);
      const mirror = new Mirror(channel, session, sender);
      const unsubscribe = subscribe((notice) => {
        if (notice.type !== "channel" || notice.agent !== row.agentId || notice.id !== row.id) return;
        if (notice.what === "updates") void inbox.look();
        if (notice.what === "outbox")
          void sender.look().catch((error) => log.warn("The outbox of a channel was not read", error));
      });
      signal.addEventListener("abort", unsubscribe, { once: true });
      await Promise.all([inbox.run(), sender.run(), mirror.run(), this.receive(session)]);
    } catch (error) {
      if (!signal.aborted) this.lost(error);
    }
  }

  private async receive(session: ChannelSession): Promise<void> {
    const { signal } = session;
    let wait = FIRST_WAIT_MS;
    const receiver: Receiver = {
      receive: async (updates) => {
        await storeUpdates({ ...session, channel: this.channel }, updates);
      },
      advance: async (cursor) => {
        if (!(await advanceCursor(this.row, cursor))) throw new Error("Another server has the lease");
        session.cursor = cursor;
      },
      connected: async () => {
        wait = FIRST_WAIT_MS;
        this.isDisconnected = false;
        await this.note("connected", null);
      },
    };
    while (!signal.aborted) {
      try {
        await this.channel.start(session, receiver);
      } catch (error) {
        if (signal.aborted) return;
        this.isDisconnected = true;
        this.lost(error);
        const isRefused = error instanceof Failed && error.kind === "unauthorized";
        const asked = error instanceof Failed ? error.retryAfterMs : undefined;
        await sleep(asked ?? (isRefused ? REFUSED_WAIT_MS : wait), signal).catch(() => {});
        wait = Math.min(MAX_WAIT_MS, wait * 2);
      }
    }
  }

  private lost(error: unknown): void {
    const isExpected = error instanceof Failed || isAppError(error);
    if (!isExpected) log.warn("A channel lost its connection", error, { channel: this.channel.id });
    void this.note("lost", isExpected ? shownText(error.message) : "Something went wrong. Easel will retry.");
  }

  private async note(status: "connected" | "lost", error: string | null): Promise<void> {
    if (this.abort.signal.aborted) return;
    await noteStatus(this.row, status, error).catch((cause) =>
      log.warn("The status of a channel was not stored", cause),
    );
  }
}
