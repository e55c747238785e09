import { follow } from "@/lib/agent/loop/run";
import type { Message } from "@/lib/agent/message/message";
import { log } from "@/lib/ground/base/log";
import { subscribe } from "@/lib/store/bus";
import { readAsksBelow, readAsksOf } from "@/lib/store/channels/asks-in";
import {
  type Chat,
  type ChatKey,
  chatsIn,
  listChatsWithUnsent,
  noteMirrored,
  readChat,
  readUnsentMessages,
  type UnsentChannelMessage,
} from "@/lib/store/channels/channel-chats";
import { readMessageOf, tell } from "@/lib/store/channels/channel-outbox";
import type { ChannelKey } from "@/lib/store/channels/channels";
import type { ChannelDefinition, ChannelSession } from "./define";
import { sleep } from "./pace";
import { identityOf, type ShownAsk } from "./render/asks";
import { renderMessage, renderSubagentAsk, renderUserMessage, writingOf } from "./render/message";
import { type MessagePiece, pieces } from "./render/pieces";
import { joinedRich, plainRich } from "./render/rich";
import type { Sender } from "./sender";
import { eachText, type Writing } from "./writing";

/** Interval of the sweep, which finds messages whose notice was lost, and chats whose server died. */
const SWEEP_MS = 5_000;
const SWEEP = 200;
/** Services show a typing indicator for a few seconds. */
const TYPING_MS = 4_500;

/**
 * Copies the messages of conversations to their chats, wherever the messages were written. Reads saved messages
 * that were not sent yet, and follows the running message. The key of each sent piece derives from its message,
 * so nothing is sent twice.
 */
export class Mirror {
  private readonly channel: ChannelDefinition;
  private readonly session: ChannelSession;
  private readonly key: ChannelKey;
  private readonly sender: Sender;
  /**
   * Chats that are being checked for new messages. `again`: check again afterwards, because something
   * happened during the check.
   */
  private readonly looking = new Map<string, { again: boolean }>();
  private readonly following = new Set<string>();

  constructor(channel: ChannelDefinition, session: ChannelSession, sender: Sender) {
    this.channel = channel;
    this.session = session;
    this.key = { agentId: session.agentId, id: channel.id };
    this.sender = sender;
  }

  async run(): Promise<void> {
    const { signal, agentId } = this.session;
    const unsubscribe = subscribe((notice) => {
      if (notice.type === "conversation" && notice.agent === agentId) void this.changed(notice.id);
    });
    signal.addEventListener("abort", unsubscribe, { once: true });
    while (!signal.aborted) {
      await this.sweep().catch((error) => log.warn("Conversations of a channel were not checked", error));
      await sleep(SWEEP_MS, signal).catch(() => {});
    }
  }

  private async sweep(): Promise<void> {
    for (const { chatId } of await listChatsWithUnsent(this.key, SWEEP)) this.look(chatId);
  }

  private async changed(conversationId: string): Promise<void> {
    try {
      for (const { chatId } of await chatsIn(this.key, conversationId)) this.look(chatId);
    } catch (error) {
      log.warn("A conversation of a channel was not checked", error);
    }
  }

  /** Sends new messages of a chat's conversation. Calls for the same chat do not overlap. */
  look(chatId: string): void {
    const current = this.looking.get(chatId);
    if (current) {
      current.again = true;
      return;
    }
    const state = { again: false };
    this.looking.set(chatId, state);
    void this.catchUp(chatId)
      .catch((error) => log.warn("New messages were not sent to a chat", error))
      .finally(() => {
        this.looking.delete(chatId);
        if (state.again && !this.session.signal.aborted) this.look(chatId);
      });
  }

  private async catchUp(chatId: string): Promise<void> {
    const key = { ...this.key, chatId };
    const chat = await readChat(key);
    if (!chat?.conversationId || chat.closed !== null) return;
    const { conversationId } = chat;
    const {
      run,
      messages,
      contact,
      hasHelpers: hasSubagents,
    } = await readUnsentMessages(conversationId, chat.mirrored);
    const asks = contact === null ? await this.asksOf(conversationId, messages) : [];
    for (const message of messages) {
      const isLive = run?.messageId === message.id;
      // A mail is sent once the run waits or has ended, which calls this again.
      if (isLive && run?.status === "running" && this.channel.capabilities.isWhole) break;
      // If the service can edit messages, `follow` sends the text that is still streaming, so omit it here.
      // Saved parts are sent in any case.
      const isWritten = isLive && run?.status === "running";
      const toSend =
        contact === null ? this.piecesOf(chat, message, asks, isWritten) : this.piecesForContact(message);
      if (!(await this.tellIn(key, conversationId, await toSend))) return;
      if (isLive) break;
      await noteMirrored(key, conversationId, message.position);
    }
    if (hasSubagents && contact === null)
      await this.tellIn(key, conversationId, await this.askedBelow(key, conversationId));
    if (run?.status === "running") this.follow(chatId, conversationId);
  }

  /**
   * Returns false without sending if the chat is no longer linked to this conversation, for example after
   * unpairing.
   */
  private async tellIn(
    key: ChatKey,
    conversationId: string,
    toSend: readonly MessagePiece[],
  ): Promise<boolean> {
    if ((await readChat(key))?.conversationId !== conversationId) return false;
    await this.tell(key, this.channel.capabilities.isWhole ? await this.joined(key, toSend) : toSend);
    return true;
  }

  /** Moves the text of all new pieces into the first, so that they become one message. The others stay empty. */
  private async joined(key: ChatKey, toSend: readonly MessagePiece[]): Promise<MessagePiece[]> {
    const fresh: MessagePiece[] = [];
    for (const piece of toSend) if (!(await readMessageOf(key, piece.key))) fresh.push(piece);
    const texts = fresh.filter(({ content }) => !content.file);
    const [first, ...rest] = texts;
    if (!first) return fresh;
    const text = joinedRich(texts.map(({ content }) => content.text));
    const emptied = rest.map(({ key }) => ({ key, content: { text: plainRich(""), buttons: [] } }));
    return [
      { key: first.key, content: { text, buttons: [] } },
      ...emptied,
      ...fresh.filter(({ content }) => content.file),
    ];
  }

  private async askedBelow(key: ChatKey, conversationId: string): Promise<MessagePiece[]> {
    const { capabilities: limits } = this.channel;
    const where = { agentId: key.agentId, conversationId, limits, ...this.askLink(key.chatId) };
    const all = await readAsksBelow(key, conversationId);
    const rendered = all.map(async (ask) => pieces(ask.key, await renderSubagentAsk(where, ask), limits));
    return (await Promise.all(rendered)).flat();
  }

  private async asksOf(
    conversationId: string,
    messages: readonly UnsentChannelMessage[],
  ): Promise<ShownAsk[]> {
    const ids = messages.filter(({ role }) => role === "assistant").map(({ id }) => id);
    return ids.length === 0 ? [] : readAsksOf(conversationId, ids);
  }

  /** Returns only the model's text: contacts receive no notices, asks or messages of the owner. */
  private piecesForContact({ id, role, parts }: UnsentChannelMessage): Promise<MessagePiece[]> {
    const textParts = (parts as Message["parts"]).map((part) =>
      part.type === "text" ? part : { type: "step-start" as const },
    );
    const where = { agentId: this.key.agentId, conversationId: "", limits: this.channel.capabilities };
    return role === "assistant"
      ? renderMessage(where, { id, parts: textParts, metadata: undefined }, [])
      : Promise.resolve([]);
  }

  private async piecesOf(
    chat: Chat,
    message: UnsentChannelMessage,
    asks: readonly ShownAsk[],
    isLive: boolean,
  ): Promise<MessagePiece[]> {
    const { capabilities: limits } = this.channel;
    const { agentId, conversationId } = chat;
    const { id, role, metadata } = message;
    const parts = message.parts as Message["parts"];
    if (role === "assistant")
      return renderMessage(
        { agentId, conversationId: conversationId ?? "", limits, ...this.askLink(chat.chatId) },
        { id, parts, metadata: metadata ?? undefined, isLive },
        asks.filter(({ messageId }) => messageId === id),
      );
    // Do not send a message back to the chat in which it was written. Messages of jobs and programs are not
    // sent either.
    if (id.startsWith(`${this.channel.id}:`) || metadata?.cause || metadata?.program) return [];
    return renderUserMessage({ id, parts }, limits);
  }

  private askLink(chatId: string) {
    const { askLink } = this.channel;
    return askLink ? { askLink: (ask: ShownAsk) => askLink({ chatId, ...identityOf(ask) }) } : {};
  }

  private async tell(key: ChatKey, toSend: readonly MessagePiece[]): Promise<void> {
    const { edit } = this.channel.capabilities;
    if (await tell(key, toSend, { canEdit: edit })) await this.sender.look();
  }

  private follow(chatId: string, conversationId: string): void {
    if (this.following.has(chatId)) return;
    this.following.add(chatId);
    void this.followRun(chatId, conversationId)
      .catch((error) => {
        if (!this.session.signal.aborted) log.warn("A run was not followed for a channel", error);
      })
      .finally(() => {
        this.following.delete(chatId);
        this.sender.preview(chatId, null);
        this.look(chatId);
      });
  }

  private async followRun(chatId: string, conversationId: string): Promise<void> {
    const { channel, session } = this;
    const stream = await follow(conversationId);
    if (!stream) return;
    const typing = setInterval(() => void this.type(chatId), TYPING_MS);
    void this.type(chatId);
    const isShown = channel.capabilities.edit;
    try {
      await eachText(stream, session.signal, (text) => isShown && this.show(chatId, text));
    } finally {
      clearInterval(typing);
    }
  }

  private show(chatId: string, { messageId, at, text }: Writing): void {
    const toSend = writingOf(messageId, at, text, this.channel.capabilities);
    const last = toSend.at(-1);
    if (!last) return;
    this.sender.preview(chatId, last);
    // Only the last piece can still change, so store the others now.
    void this.tell({ ...this.key, chatId }, toSend.slice(0, -1)).catch((error) =>
      log.warn("The start of a text was not sent to a chat", error),
    );
  }

  private async type(chatId: string): Promise<void> {
    await this.channel.typing?.(this.session, chatId).catch(() => {});
  }
}
