import pLimit from "p-limit";
import { log } from "@/lib/ground/base/log";
import { shownText } from "@/lib/platform/egress/shown-url";
import { isAppError } from "@/lib/shared/errors";
import { valueWithoutInvisible } from "@/lib/shared/text/invisible";
import {
  addUpdates,
  listNewUpdates,
  type StoredUpdate,
  updateDone,
  updateFailed,
} from "@/lib/store/channels/channel-updates";
import type { ChannelKey } from "@/lib/store/channels/channels";
import type { ChannelAccount, ChannelDefinition, ChannelSession, ChannelUpdate } from "./define";
import { sleep } from "./pace";
import { sayNotTaken, takeUpdate } from "./take";

const CONCURRENCY = 16;
const PAGE = 500;
const SWEEP_MS = 5_000;
const AGAIN_MS = 1_000;

/** Stores updates, and ignores those already stored. Afterwards the channel may acknowledge them. */
export async function storeUpdates(
  { agentId, account, channel }: { agentId: string; account: ChannelAccount; channel: ChannelDefinition },
  updates: readonly ChannelUpdate[],
): Promise<number> {
  const rows = updates.map(({ id, payload }) => {
    const inbound = readSafely(channel, payload, account);
    const externalId = inbound && "externalId" in inbound ? inbound.externalId : null;
    return { updateId: id, chatId: inbound?.chat.id ?? null, externalId, payload };
  });
  return addUpdates({ agentId, id: channel.id }, rows);
}

/** Processes stored updates on the server with the lease, in order within each chat. */
export class Inbox {
  private readonly channel: ChannelDefinition;
  private readonly session: ChannelSession;
  private readonly key: ChannelKey;
  private readonly limit = pLimit(CONCURRENCY);
  /** By chat: the processing of its last update, which the next update waits for. */
  private readonly lines = new Map<string, Promise<void>>();
  private readonly queuedIds = new Set<number>();
  private last = 0;
  private reading: Promise<void> | null = null;
  private hasNews = false;

  constructor(channel: ChannelDefinition, session: ChannelSession) {
    this.channel = channel;
    this.session = session;
    this.key = { agentId: session.agentId, id: channel.id };
  }

  async run(): Promise<void> {
    const { signal } = this.session;
    while (!signal.aborted) {
      // An update from another server can become visible after updates with higher numbers, so start from 0
      // again.
      this.last = 0;
      await this.look();
      await sleep(SWEEP_MS, signal).catch(() => {});
    }
    await Promise.allSettled(this.lines.values());
  }

  look(): Promise<void> {
    this.hasNews = true;
    this.reading ??= this.read()
      .catch((error) => log.warn("Updates of a channel were not read", error))
      .finally(() => {
        this.reading = null;
      });
    return this.reading;
  }

  private async read(): Promise<void> {
    while (this.hasNews && !this.session.signal.aborted) {
      this.hasNews = false;
      for (;;) {
        const page = await listNewUpdates(this.key, this.last, PAGE);
        for (const update of page) this.enqueue(update);
        this.last = page.at(-1)?.id ?? this.last;
        if (page.length < PAGE) break;
      }
    }
  }

  private enqueue(update: StoredUpdate): void {
    if (this.queuedIds.has(update.id)) return;
    this.queuedIds.add(update.id);
    const line = update.chatId ?? "";
    const before = this.lines.get(line) ?? Promise.resolve();
    const own = before
      .then(() => this.limit(() => this.work(update)))
      .catch((error) => log.warn("An update of a channel was not processed", error))
      .finally(() => {
        this.queuedIds.delete(update.id);
        if (this.lines.get(line) === own) this.lines.delete(line);
      });
    this.lines.set(line, own);
  }

  /** Retries an update until it succeeds or is given up. Later updates of its chat wait. */
  private async work(update: StoredUpdate): Promise<void> {
    const { channel, session, key } = this;
    const work = { channel, session, updateId: update.updateId };
    while (!session.signal.aborted) {
      try {
        const inbound = readSafely(channel, update.payload, session.account);
        if (inbound) await takeUpdate(work, inbound);
        await updateDone(update.id);
        return;
      } catch (error) {
        if (session.signal.aborted) return;
        const why = isAppError(error) ? error.message : "Something went wrong.";
        log.warn("Processing an update of a channel failed", error, {
          channel: channel.id,
          update: update.updateId,
        });
        const isOver = await updateFailed(update.id, shownText(why)).catch(() => false);
        if (isOver) {
          if (update.chatId !== null) await sayNotTaken(work, { ...key, chatId: update.chatId });
          return;
        }
        await sleep(AGAIN_MS, session.signal).catch(() => {});
      }
    }
  }
}

/** Parses an update. Catches errors, because an update that cannot be parsed must not block later updates. */
function readSafely(channel: ChannelDefinition, payload: unknown, account: ChannelAccount) {
  try {
    return valueWithoutInvisible(channel.read(payload, account)).value;
  } catch (error) {
    log.warn("An update of a channel could not be read", error, { channel: channel.id });
    return null;
  }
}
