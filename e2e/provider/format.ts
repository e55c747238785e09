import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Message } from "./directive.ts";
import type { Delta, Finish, Usage } from "./turn.ts";
import type { Wire } from "./wire.ts";

export type Received = { body: unknown; url: URL; headers: IncomingHttpHeaders };

export type Incoming = {
  model: string;
  stream: boolean;
  messages: Message[];
  /** Optional data that the caller asked for. A provider omits the rest. */
  wants: {
    usage?: boolean;
    /** `none`: no reasoning; `hidden`: only that it happened; `shown`: its text. */
    reasoning?: "none" | "hidden" | "shown";
    encryptedReasoning?: boolean;
    picture?: boolean;
  };
};

export type Sink = {
  /** Returns false if the socket is full: wait for `drain`. */
  write(delta: Delta): boolean;
  error(message: string, code?: string): void;
  finish(reason: Finish, usage: Usage): void;
};

export type Refusal = { status: number; message: string; code?: string; retryAfter?: number };

/** A provider's wire format. To add one, export it from a new file and add a line to `formats/index.ts`. */
export type Format = {
  takes(path: string): boolean;
  /** Throws a `Refused` for requests that the real provider would reject. */
  read(received: Received): Incoming;
  open(wire: Wire, incoming: Incoming): Sink;
  refuse(response: ServerResponse, refusal: Refusal): void;
};

export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(message: string, status = 400, code?: string) {
    super(message);
    this.refusal = { status, message, code };
  }
}
