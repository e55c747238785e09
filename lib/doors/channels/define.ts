import type { z } from "zod";
import type { ChannelId } from "@/lib/shared/channels";
import type { OutFile } from "./content";
import type { Inbound } from "./inbound";
import type { Rich } from "./render/rich";

/** As whom the agent is known at a service. */
export type ChannelAccount = { id: string; name: string; url: string | null };

/** A connection to a service, on the one server that has its lease. */
export type ChannelSession<C = unknown> = {
  agentId: string;
  credentials: C;
  account: ChannelAccount;
  /** Ends when the lease is lost, the account is another one, or the server stops. */
  signal: AbortSignal;
  /** Up to where updates were taken, as `advance` last said; null at the beginning. */
  cursor: string | null;
};

/** What comes in, as the service sent it. `id` is the same when it is sent again. */
export type ChannelUpdate = { id: string; payload: unknown };

export type Receiver = {
  /** Stores updates and has them worked on. They may be acknowledged when it has resolved. */
  receive(updates: readonly ChannelUpdate[]): Promise<void>;
  /** Notes up to where updates were taken; it throws when another server has the lease. */
  advance(cursor: string): Promise<void>;
  /** The service answers: what was lost is found. */
  connected(): Promise<void>;
};

/** What a person can press below a message. `data` comes back with the press. */
export type ShownButton = { label: string; data: string };

export type ChannelSending = {
  chatId: string;
  text: Rich;
  buttons: readonly ShownButton[];
  /** In place of the text, or with it as a caption. */
  file?: SentFile;
};

/** A file with its bytes, as it goes out. */
export type SentFile = { name: string; mediaType: string; bytes: Uint8Array; as: OutFile["as"] };

/** Who writes: the owner, somebody whom the owner has allowed to be answered, or a stranger, who gets `reply` at most. */
export type Admission = { as: "owner" } | { as: "contact" } | { as: "stranger"; reply?: string };

/**
 * A service by which the agent is reached. It speaks the wire, and nothing else: what the agent means there, the queues,
 * retries and the lease are the frame's. All traffic goes through `lib/platform/egress`. It throws `Failed` (`failed.ts`).
 */
export type ChannelDefinition<C = unknown> = {
  id: ChannelId;
  title: string;
  /** What a person does without there, in words for the settings. */
  lacks: readonly string[];
  capabilities: {
    /** How many can stand below a message; 0: choices are numbered, and answered by their number. */
    buttons: number;
    /** Whether what was sent can be changed: without it nothing is shown while the model writes. */
    edit: boolean;
    files: boolean;
    /** Characters (UTF-16) of one message. */
    maxText: number;
    /** The same of one with buttons below it, where that is less. */
    maxAbove?: number;
    /** Marks of one message, such as bold words; more are passed over. */
    maxMarks?: number;
    /** Whether words can be links; else addresses stand in the text. */
    links: boolean;
  };
  /** Messages a second in all, and the least time between two in one chat. */
  pace: { perSecond: number; privateMs: number; groupMs: number };
  /** The body of `PUT /api/channels/<id>`. */
  credentials: z.ZodType<C>;
  /** Where on this server the service sends what comes in. */
  webhook?: string;
  /** The address that opens a chat with a code in it, from the address of the account. */
  pairingUrl?(accountUrl: string, code: string): string;
  /** Asks the service whose credentials these are. Throws an AppError in words. */
  identify(agentId: string, credentials: C): Promise<ChannelAccount>;
  /** Receives until `session.signal` aborts: polls, or has webhooks sent and waits. Rejects where the connection is lost. */
  start(session: ChannelSession<C>, receiver: Receiver): Promise<void>;
  /** Lets go of what it has set at the service, such as a webhook. */
  stop?(agentId: string, credentials: C): Promise<void>;
  /** What an update means; null where it is nothing to the agent. */
  read(payload: unknown, account: ChannelAccount): Inbound | null;
  /** Whose words these are. */
  admit(agentId: string, inbound: Inbound): Promise<Admission>;
  /** What was sent did not arrive after all: notes it beside the outbox. */
  undelivered?(agentId: string, externalId: string, why: string): Promise<void>;
  /** Sends one message, once; gives by what the service names it. */
  send(session: ChannelSession<C>, message: ChannelSending): Promise<string>;
  /** Has a message that was sent say this. */
  edit?(session: ChannelSession<C>, externalId: string, message: ChannelSending): Promise<void>;
  /** The bytes of a file that somebody sent, at most `maxBytes`. */
  download(session: ChannelSession<C>, file: { id: string }, maxBytes: number): Promise<Uint8Array>;
  /** Shows that the agent works. */
  typing?(session: ChannelSession<C>, chatId: string): Promise<void>;
  /** Tells that a press was taken, with words where there are any. */
  acknowledge?(session: ChannelSession<C>, pressId: string, text?: string): Promise<void>;
};

export const defineChannel = <C>(channel: ChannelDefinition<C>): ChannelDefinition<C> => channel;
