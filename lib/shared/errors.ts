/** Every code that an Easel error may carry, with the HTTP status that it becomes. */
export const STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  invalid: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;

/** The one JSON shape in which an error leaves the server. */
export type ErrorBody = { error: { code: ErrorCode; message: string; details?: unknown } };

/** By shape: each bundle carries its own copy of the class, and errors cross from one to another. */
export const isAppError = (error: unknown): error is AppError =>
  error instanceof Error && error.name === "AppError" && "code" in error && String(error.code) in STATUS;

/**
 * An error that a person or a model may read: the message says what happened and what to do.
 * Anything else that is thrown is logged and shown as "something went wrong" with an id.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details?: unknown;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; details?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
  }

  get status(): number {
    return STATUS[this.code];
  }

  toBody(): ErrorBody {
    const { code, message, details } = this;
    return { error: details === undefined ? { code, message } : { code, message, details } };
  }
}
