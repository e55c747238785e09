/**
 * What became of something that was asked of a service:
 * `later`: it was refused or never arrived, and may be tried again, after `retryAfterMs` where the service says so;
 * `unknown`: there was no answer, so it may have been done; `closed`: the chat takes nothing any more; `gone`: the message
 * to be changed is not there; `unchanged`: it says that already; `markup`: the service cannot read how the text is marked;
 * `refused`: it never will be done; `unauthorized`: the credentials are not good any more.
 */
export type FailureKind =
  | "later"
  | "unknown"
  | "closed"
  | "gone"
  | "unchanged"
  | "markup"
  | "refused"
  | "unauthorized";

/** The message is for the person, and holds no secret. */
export class Failed extends Error {
  readonly kind: FailureKind;
  readonly retryAfterMs?: number;
  /** The chat has this id from now on. */
  readonly movedTo?: string;
  /** Of a chat that is closed: it opens again by itself when something comes from it, and what waits is sent then. */
  readonly isForNow: boolean;

  constructor(
    kind: FailureKind,
    message: string,
    options: { retryAfterMs?: number; movedTo?: string; isForNow?: boolean; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "Failed";
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
    this.movedTo = options.movedTo;
    this.isForNow = options.isForNow ?? false;
  }
}
