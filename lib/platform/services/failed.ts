/**
 * Why a request to a service failed. `later`: rejected or never delivered; retry, after `retryAfterMs` if
 * given. `unknown`: no answer, so it may have succeeded. `closed`: the chat accepts no messages. `gone`: the
 * message to edit does not exist. `unchanged`: it already has this content. `markup`: the service cannot
 * parse the formatting. `refused`: permanent. `unauthorized`: the credentials are no longer valid.
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

/** The message is shown to the user and contains no secret. */
export class Failed extends Error {
  readonly kind: FailureKind;
  readonly retryAfterMs?: number;
  readonly movedTo?: string;
  /** For `closed`: true if the chat reopens with its next incoming message. Pending messages are sent then. */
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
