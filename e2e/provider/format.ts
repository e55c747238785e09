import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Message } from "./directive.ts";
import type { Delta, Finish, Usage } from "./turn.ts";
import type { Wire } from "./wire.ts";

export type Received = { body: unknown; url: URL; headers: IncomingHttpHeaders };

/** A request, read out of a provider's format. */
export type Incoming = {
  model: string;
  stream: boolean;
  messages: Message[];
  /** What the caller asked to be told; a provider that was not asked keeps it to itself. */
  wants: {
    usage?: boolean;
    /** Nothing of it, that it happened, or its words. */
    reasoning?: "none" | "hidden" | "shown";
    encryptedReasoning?: boolean;
    /** A picture in place of words. */
    picture?: boolean;
  };
};

/** Takes an answer and writes it in a provider's format. */
export type Sink = {
  /** False when the socket is full: wait for `drain`. */
  write(delta: Delta): boolean;
  error(message: string, code?: string): void;
  finish(reason: Finish, usage: Usage): void;
};

export type Refusal = { status: number; message: string; code?: string; retryAfter?: number };

/** One provider's wire format. A new one is a file that exports this and a line in `formats/index.ts`. */
export type Format = {
  /** Whether a POST to this path is one of its requests. */
  takes(path: string): boolean;
  /** Throws a `Refused` for what the provider itself would not take. */
  read(received: Received): Incoming;
  open(wire: Wire, incoming: Incoming): Sink;
  refuse(response: ServerResponse, refusal: Refusal): void;
};

/** What the real provider would refuse a request with. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(message: string, status = 400, code?: string) {
    super(message);
    this.refusal = { status, message, code };
  }
}
