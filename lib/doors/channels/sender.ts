import { log } from "@/lib/ground/base/log";
import { isClosing } from "@/lib/ground/base/process";
import { Failed } from "@/lib/platform/services/failed";
import { closeChat, readChat, renameChat } from "@/lib/store/channels/channel-chats";
import {
  beginPreview,
  chatsToSend,
  claimMessage,
  messageAgain,
  messageOver,
  messageSent,
  nextMessage,
  type OutMessage,
  readMessageOf,
  resendAsNew,
  settleInterrupted,
} from "@/lib/store/channels/channel-outbox";
import type { ChannelKey } from "@/lib/store/channels/channels";
import type { ChatContent } from "./content";
import type { ChannelDefinition, ChannelSending, ChannelSession } from "./define";
import { Pace, sleep } from "./pace";
import { sayLost } from "./say";
import { sendingOf } from "./sending";

/** Delay after a failure. It doubles each time, up to the maximum. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
/** Maximum attempts to edit a message if the service fails without asking for a certain delay. */
const MAX_REFUSALS = 20;
const LOOK_MS = 2_000;
/** How long messages wait for a closed chat to open again. */
const CLOSED_MS = 30 * 86_400_000;
const INTERRUPTED = "The server stopped while sending this message, so it may not have arrived.";

type Preview = { key: string; content: ChatContent };
type Health = { ok(): void; bad(error: unknown): void };

/**
 * Sends the outbox on the server with the lease, in order within each chat and at the pace of the service.
 * Retries a message that the service refused temporarily, but never one that may have arrived. While the model
 * writes, edits the last message of the chat.
 */
export class Sender {
  private readonly channel: ChannelDefinition;
  private readonly session: ChannelSession;
  private readonly key: ChannelKey;
  private readonly health: Health;
  private readonly pace: Pace;
  private readonly busy = new Map<string, Promise<void>>();
  private readonly again = new Set<string>();
  private readonly previews = new Map<string, Preview>();
  private readonly shown = new Map<string, string>();
  private readonly kinds = new Map<string, "private" | "group">();
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(channel: ChannelDefinition, session: ChannelSession, health: Health) {
    this.channel = channel;
    this.session = session;
    this.key = { agentId: session.agentId, id: channel.id };
    this.health = health;
    this.pace = new Pace(channel.pace);
  }

  async run(): Promise<void> {
    const { signal } = this.session;
    for (const message of await settleInterrupted(this.key, INTERRUPTED)) await this.sayUncertain(message);
    while (!signal.aborted) {
      await this.look().catch((error) => log.warn("The outbox of a channel was not read", error));
      await sleep(LOOK_MS, signal).catch(() => {});
    }
    for (const timer of this.timers.values()) clearTimeout(timer);
    await Promise.allSettled(this.busy.values());
  }

  async look(): Promise<void> {
    for (const chatId of await chatsToSend(this.key)) this.wake(chatId);
  }

  preview(chatId: string, preview: Preview | null): void {
    if (!this.channel.capabilities.edit) return;
    if (preview) this.previews.set(chatId, preview);
    else this.previews.delete(chatId);
    if (preview) this.wake(chatId);
  }

  private get isOver(): boolean {
    return this.session.signal.aborted || isClosing();
  }

  private wake(chatId: string): void {
    if (this.isOver) return;
    if (this.busy.has(chatId)) {
      this.again.add(chatId);
      return;
    }
    const work = this.work(chatId)
      .catch((error) => {
        if (!this.isOver) log.warn("Messages of a channel were not sent", error);
      })
      .finally(() => {
        this.busy.delete(chatId);
        if (this.again.delete(chatId)) this.wake(chatId);
      });
    this.busy.set(chatId, work);
  }

  private async work(chatId: string): Promise<void> {
    const { signal } = this.session;
    const chat = { ...this.key, chatId };
    while (!this.isOver) {
      const next = await nextMessage(chat);
      const wait = next?.notBefore ? Date.parse(next.notBefore) - Date.now() : 0;
      if (wait > 0) {
        this.later(chatId, wait);
        return;
      }
      if (!next && !this.hasNewPreview(chatId)) return;
      const kind = await this.kindOf(chatId);
      await this.pace.turn(chatId, kind, signal);
      // Read the newest version, because the message may have changed while it waited.
      if (next) await this.sendStored(chatId, next.id);
      else await this.sendPreview(chatId);
    }
  }

  private later(chatId: string, waitMs: number): void {
    clearTimeout(this.timers.get(chatId));
    const timer = setTimeout(() => {
      this.timers.delete(chatId);
      this.wake(chatId);
    }, Math.min(waitMs, MAX_WAIT_MS) + 1);
    this.timers.set(chatId, timer);
  }

  private hasNewPreview(chatId: string): boolean {
    const preview = this.previews.get(chatId);
    return preview !== undefined && this.shown.get(chatId) !== JSON.stringify(preview);
  }

  private async kindOf(chatId: string): Promise<"private" | "group"> {
    const kind = this.kinds.get(chatId) ?? (await readChat({ ...this.key, chatId }))?.kind ?? "private";
    this.kinds.set(chatId, kind);
    return kind;
  }

  private async sendStored(chatId: string, id: number): Promise<void> {
    const message = await claimMessage(id);
    if (!message) return;
    const sending = await sendingOf(this.channel, this.session.agentId, message);
    // The shutdown may have stopped the creation of an image. Leave the message to the next server, which
    // creates the image.
    if (this.isOver) return messageAgain(id, 0, "The server stopped before sending this message.");
    try {
      await this.deliver(message, sending);
    } catch (error) {
      await this.failed({ ...message, chatId }, sending, error);
    }
  }

  private async deliver(message: OutMessage, sending: ChannelSending): Promise<void> {
    const { channel, session } = this;
    let { externalId } = message;
    if (externalId !== null && channel.edit) await channel.edit(session, externalId, sending);
    else externalId = await channel.send(session, sending);
    await messageSent(message.id, externalId, message.content as object);
    this.health.ok();
  }

  /**
   * Sends the first preview of a text as a stored message. Later previews edit that message and are not stored.
   */
  private async sendPreview(chatId: string): Promise<void> {
    const { channel, session } = this;
    const preview = this.previews.get(chatId);
    if (!preview) return;
    const chat = { ...this.key, chatId };
    this.shown.set(chatId, JSON.stringify(preview));
    const stored = await readMessageOf(chat, preview.key);
    if (!stored) {
      const message = await beginPreview(chat, preview);
      if (!message) return;
      const sending = await sendingOf(this.channel, this.session.agentId, message);
      try {
        await this.deliver(message, sending);
      } catch (error) {
        await this.failed(message, sending, error);
      }
      return;
    }
    if (!stored.isPreview || stored.status !== "sent" || !stored.externalId || this.pace.isBusy) return;
    const now = { ...stored, content: preview.content };
    const sending = await sendingOf(this.channel, this.session.agentId, now);
    try {
      await channel.edit?.(session, stored.externalId, sending);
      this.health.ok();
    } catch (error) {
      // A failed preview does not matter, because the complete text is sent anyway.
      if (error instanceof Failed && error.retryAfterMs) this.pace.pause(chatId, error.retryAfterMs);
      else if (error instanceof Failed && error.kind === "later") this.pace.pause(chatId, FIRST_WAIT_MS);
    }
  }

  private async failed(message: OutMessage, sending: ChannelSending, error: unknown): Promise<void> {
    const chat = { ...this.key, chatId: message.chatId };
    const failure =
      error instanceof Failed
        ? error
        : new Failed("later", "Something went wrong while sending this message.");
    if (!(error instanceof Failed)) log.warn("A message of a channel was not sent", error);
    const { kind, message: why, retryAfterMs, movedTo } = failure;
    const isEdit = message.externalId !== null;
    // A service that asks for a delay is reachable, so it is not reported as disconnected.
    if ((kind === "later" && retryAfterMs === undefined) || kind === "unauthorized") this.health.bad(failure);
    if (movedTo) {
      await messageAgain(message.id, 0, why);
      await renameChat(chat, movedTo);
      this.wake(movedTo);
    } else if (kind === "unchanged")
      await messageSent(message.id, message.externalId ?? "", message.content as object);
    else if (kind === "gone") await resendAsNew(message.id);
    else if (kind === "markup" && sending.text.spans.length > 0) await this.withoutMarks(message, sending);
    else if (kind === "closed") {
      if (failure.isForNow) await messageAgain(message.id, CLOSED_MS, why);
      else await messageOver(message.id, "failed", why);
      await closeChat(chat, why);
    } else if (kind === "unknown" && !isEdit) {
      await messageOver(message.id, "unknown", why);
      if (!message.isPreview) await this.sayUncertain(message);
      this.health.bad(failure);
    } else if (kind === "refused" || kind === "markup") {
      log.warn("A channel rejected a message", failure, { channel: this.key.id });
      await messageOver(message.id, "failed", why);
      if (!message.isPreview) await sayLost(this.key, message, `A message could not be sent here. ${why}`);
    } else if (message.tries > MAX_REFUSALS && kind === "later" && retryAfterMs === undefined && isEdit)
      await messageOver(message.id, "failed", why);
    else {
      const wait = retryAfterMs ?? Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, message.tries - 1));
      this.pace.pause(message.chatId, wait);
      await messageAgain(message.id, wait, why);
    }
  }

  private async withoutMarks(message: OutMessage, sending: ChannelSending): Promise<void> {
    const plain = { ...sending, text: { text: sending.text.text, spans: [] } };
    try {
      await this.deliver(message, plain);
    } catch (error) {
      await this.failed(message, plain, error);
    }
  }

  private sayUncertain(message: OutMessage): Promise<void> {
    return sayLost(this.key, message, "A message may not have arrived here.");
  }
}
