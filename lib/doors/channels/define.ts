import type { z } from "zod";
import type { ChannelId, ChannelLack } from "@/lib/shared/channels";
import type { OutFile } from "./content";
import type { Inbound } from "./inbound";
import type { Rich } from "./render/rich";

export type ChannelAccount = { id: string; name: string; url: string | null };

export type ChannelSession<C = unknown> = {
  agentId: string;
  credentials: C;
  account: ChannelAccount;
  /** Aborts when the lease is lost, the account changes or the server stops. */
  signal: AbortSignal;
  /** The last value passed to `advance`; null at first. */
  cursor: string | null;
};

/** An update as the service sent it. `id` is the same if the service sends the update again. */
export type ChannelUpdate = { id: string; payload: unknown };

export type Receiver = {
  /** Stores the updates and starts to process them. The channel may acknowledge them once this resolves. */
  receive(updates: readonly ChannelUpdate[]): Promise<void>;
  /** Stores the position up to which updates were received. Throws if another server has the lease. */
  advance(cursor: string): Promise<void>;
  connected(): Promise<void>;
};

export type ShownButton = { label: string; data: string };

export type ChannelSending = {
  chatId: string;
  text: Rich;
  buttons: readonly ShownButton[];
  /**
   * A file, which is sent instead of a text message. If there is text too, it becomes the caption of the
   * file.
   */
  file?: SentFile;
};

export type SentFile = { name: string; mediaType: string; bytes: Uint8Array; as: OutFile["as"] };

/** The ask of a link, and the chat that it was sent to. */
export type LinkedAsk = { chatId: string; conversationId: string; messageId: string; toolCallId: string };

/**
 * The sender: the owner, a contact whom the owner allowed to be answered, or a stranger, who gets at most
 * `reply`.
 */
export type Admission = { as: "owner" } | { as: "contact" } | { as: "stranger"; reply?: string };

/**
 * A messenger service. A definition implements only the protocol: the rest of this module handles commands,
 * queues, retries and the lease. All traffic uses `lib/platform/egress`. Methods throw `Failed` (`failed.ts`).
 */
export type ChannelDefinition<C = unknown> = {
  id: ChannelId;
  title: string;
  /** Features of Easel that this service does not support, for the settings page. */
  lacks: readonly ChannelLack[];
  capabilities: {
    /** Maximum buttons below a message. With 0, choices are numbered and the user answers by number. */
    buttons: number;
    /** Whether sent messages can be edited. Otherwise no previews are shown. */
    edit: boolean;
    files: boolean;
    /** Maximum length of a message, in UTF-16 units. */
    maxText: number;
    /** Maximum length of a message with buttons, if it is lower than `maxText`. */
    maxAbove?: number;
    /** Maximum formatted spans of a message; the service ignores further ones. */
    maxMarks?: number;
    /** Whether text can have links. Otherwise URLs are written out. */
    links: boolean;
    /**
     * Asks are answered by a link (`askLink`) instead of a message, and messages are no commands. For services where
     * anyone can write in the name of a user.
     */
    answersByLink?: true;
    /** A message is sent once, when its run waits or has ended, instead of in parts. */
    isWhole?: true;
  };
  pace: { perSecond: number; privateMs: number; groupMs: number };
  /** Body of `PUT /api/channels/<id>`. */
  credentials: z.ZodType<C>;
  webhook?: string;
  pairingUrl?(accountUrl: string, code: string): string;
  identify(agentId: string, credentials: C): Promise<ChannelAccount>;
  /**
   * Receives updates until `session.signal` aborts, by polling or webhooks. Rejects if the connection is
   * lost.
   */
  start(session: ChannelSession<C>, receiver: Receiver): Promise<void>;
  stop?(agentId: string, credentials: C): Promise<void>;
  /** Parses an update. Returns null for updates that need no handling. */
  read(payload: unknown, account: ChannelAccount): Inbound | null;
  admit(agentId: string, inbound: Inbound): Promise<Admission>;
  /** Returns why the sender of a pairing code cannot be paired, or null. */
  pairing?(agentId: string, inbound: Inbound): Promise<string | null>;
  /** Returns the address at which exactly this ask can be answered. */
  askLink?(ask: LinkedAsk): string;
  /**
   * Called when the service reports that a sent message was not delivered, so that the service can also record
   * it outside the outbox.
   */
  undelivered?(agentId: string, externalId: string, why: string): Promise<void>;
  send(session: ChannelSession<C>, message: ChannelSending): Promise<string>;
  edit?(session: ChannelSession<C>, externalId: string, message: ChannelSending): Promise<void>;
  download(session: ChannelSession<C>, file: { id: string }, maxBytes: number): Promise<Uint8Array>;
  typing?(session: ChannelSession<C>, chatId: string): Promise<void>;
  acknowledge?(session: ChannelSession<C>, pressId: string, text?: string): Promise<void>;
};

export const defineChannel = <C>(channel: ChannelDefinition<C>): ChannelDefinition<C> => channel;
