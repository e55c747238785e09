import type { ServerResponse } from "node:http";
import type { Message } from "./directive.ts";
import type { Delta, Finish, Usage } from "./turn.ts";

/** A request, read out of a provider's format. */
export type Incoming = { model: string; stream: boolean; includeUsage: boolean; messages: Message[] };

/** Takes an answer and writes it in a provider's format. */
export type Sink = {
  /** False when the socket is full: wait for `drain`. */
  write(delta: Delta): boolean;
  error(message: string, code?: string): void;
  finish(reason: Finish, usage: Usage): void;
};

export type Refusal = { status: number; message: string; code?: string; retryAfter?: number };

/** One provider's wire format. A new one is a file that exports this and a line in `server.ts`. */
export type Format = {
  path: string;
  read(body: unknown): Incoming;
  open(response: ServerResponse, incoming: Incoming): Sink;
  refuse(response: ServerResponse, refusal: Refusal): void;
};
