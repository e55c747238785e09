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

export type ErrorBody = { error: { code: ErrorCode; message: string; details?: unknown } };

/** Checks the shape instead of the class, because each bundle has its own copy of the class. */
export const isAppError = (error: unknown): error is AppError =>
  error instanceof Error && error.name === "AppError" && "code" in error && String(error.code) in STATUS;

/**
 * An error whose message users and models can read. The message says what happened and what to do. Any other
 * error is logged, and the response only has its id.
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
