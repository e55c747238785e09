import type { Equipment } from "@/lib/agent/equipment";
import { errorResponse } from "@/lib/http/error-response";
import { assertLength, discardBody, readJson } from "@/lib/http/request-body";
import { endedBy } from "@/lib/http/stream";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { McpToken } from "@/lib/store/mcp-tokens";
import { takeRequest } from "./rate";
import { serveMcp } from "./serve";
import { onRevoked, requireToken } from "./tokens";

const MAX_BYTES = 2_000_000;

/** What a request to `/mcp` is answered: no session counts here, and no cookie, but the token that it brings. */
export async function answerMcp(request: Request, equipment?: Equipment): Promise<Response> {
  const token = await requireToken(request).catch((error: unknown) => {
    if (isAppError(error) && error.code === "unauthorized") return error;
    throw error;
  });
  if (!(token instanceof Error)) return answerTo(token, request, equipment);
  await discardBody(request);
  return errorResponse(token, request, { "www-authenticate": 'Bearer realm="easel"' });
}

async function answerTo(token: McpToken, request: Request, equipment?: Equipment): Promise<Response> {
  const isOver = await takeRequest(token.id);
  const revoked = Promise.withResolvers<never>();
  const unsubscribe = onRevoked(token.id, () =>
    revoked.reject(new AppError("unauthorized", "The token of this request was revoked.")),
  );
  const left = new AbortController();
  const leave = () => {
    left.abort();
    unsubscribe();
    isOver();
  };
  try {
    const body = request.method === "POST" ? await bodyOf(request) : undefined;
    const served = serveMcp(request, { token, body, equipment, left: left.signal });
    const response = await Promise.race([served, revoked.promise]);
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) leave();
    return endedBy(response, (end) => {
      revoked.promise.catch(end);
      return leave;
    });
  } catch (error) {
    leave();
    throw error;
  }
}

async function bodyOf(request: Request): Promise<unknown> {
  assertLength(request, MAX_BYTES);
  const body = await readJson(request, MAX_BYTES);
  if (body !== undefined) return body;
  throw new AppError("bad_request", "The body is empty; this takes a JSON-RPC message.");
}
