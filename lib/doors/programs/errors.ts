import { errorResponse } from "@/lib/platform/http/error-response";
import { discardBody } from "@/lib/platform/http/request-body";
import { isAppError } from "@/lib/shared/errors";

type Fields = { status?: number; type?: string; code?: string | null; param?: string | null };

/** An error of a request, in OpenAI's terms. `param` is the path of the field that is wrong. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;

  constructor(message: string, { status = 400, type, code = null, param = null }: Fields = {}) {
    super(message);
    this.status = status;
    this.type = type ?? TYPES[status] ?? (status >= 500 ? "server_error" : "invalid_request_error");
    this.code = code;
    this.param = param;
  }

  toBody() {
    const { message, type, param, code } = this;
    return { error: { message, type, param, code } };
  }
}

const TYPES: Record<number, string> = { 404: "not_found", 429: "too_many_requests" };

export const unsupported = (param: string, message: string): RequestError =>
  new RequestError(message, { param, code: "unsupported_parameter" });

export const invalidValue = (param: string, message: string): RequestError =>
  new RequestError(message, { param, code: "invalid_value" });

/** Converts any error to a response in OpenAI's format. Unexpected errors are logged and shown as an id. */
export async function refused(error: unknown, request: Request): Promise<Response> {
  await discardBody(request);
  if (error instanceof RequestError) return respond(error, new Headers());
  const response = errorResponse(error, request);
  const { message, code } = isAppError(error) ? error : (await response.json()).error;
  const status = response.status === 422 ? 400 : response.status;
  return respond(
    new RequestError(message, { status, code: CODES[code] ?? code }),
    new Headers(response.headers),
  );
}

const CODES: Record<string, string> = {
  unauthorized: "invalid_api_key",
  too_many_requests: "rate_limit_exceeded",
  internal: "server_error",
};

function respond(error: RequestError, headers: Headers): Response {
  headers.set("cache-control", "no-store");
  if (error.status === 401) headers.set("www-authenticate", 'Bearer realm="easel"');
  headers.delete("content-length");
  return Response.json(error.toBody(), { status: error.status, headers });
}
