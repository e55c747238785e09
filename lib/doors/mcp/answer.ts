import type { Equipment } from "@/lib/agent/message/equipment";
import { asProgram } from "@/lib/doors/programs/admit";
import { errorResponse } from "@/lib/platform/http/error-response";
import { assertLength, discardBody, readJson } from "@/lib/platform/http/request-body";
import { AppError, isAppError } from "@/lib/shared/errors";
import { serveMcp } from "./serve";

const MAX_BYTES = 2_000_000;

/** Answers a request to `/mcp`. */
export async function answerMcp(request: Request, equipment?: Equipment): Promise<Response> {
  try {
    return await asProgram(request, async (token, left) => {
      const body = request.method === "POST" ? await bodyOf(request) : undefined;
      return serveMcp(request, { token, body, equipment, left });
    });
  } catch (error) {
    if (!isAppError(error) || error.code !== "unauthorized") throw error;
    await discardBody(request);
    return errorResponse(error, request, { "www-authenticate": 'Bearer realm="easel"' });
  }
}

async function bodyOf(request: Request): Promise<unknown> {
  assertLength(request, MAX_BYTES);
  const body = await readJson(request, MAX_BYTES);
  if (body !== undefined) return body;
  throw new AppError("bad_request", "The body is empty. Send a JSON-RPC message.");
}
