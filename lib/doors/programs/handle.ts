import { asProgram } from "@/lib/doors/programs/admit";
import { log } from "@/lib/ground/base/log";
import { assertLength, readJson } from "@/lib/platform/http/request-body";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { RequestError, refused } from "./errors";

/** Images and files are part of the body. */
const MAX_BYTES = 20_000_000;

/**
 * Answers a request of a program that talks to agents. Authenticates it by its bearer token, and converts errors to
 * responses. A program that disconnects does not stop the agent.
 */
export const handle = (request: Request, answer: (token: McpToken) => Promise<Response>): Promise<Response> =>
  asProgram(request, async (token) => {
    // The prompt of the agent contains its memory, so a token for some tools must name the one that asks agents.
    if (token.tools === null || token.tools.includes("ask_agent")) return answer(token);
    throw new RequestError("This token is for some tools only, and ask_agent is not among them.", {
      ...{ status: 403, type: "invalid_request_error", code: "insufficient_permissions" },
    });
  }).catch((error: unknown) => refused(error, request));

export async function bodyOf(request: Request): Promise<unknown> {
  assertLength(request, MAX_BYTES);
  const body = await readJson(request, MAX_BYTES);
  if (body === undefined) throw new RequestError("The body is empty. Send JSON.");
  return body;
}

/** Converts the failure of a stream. Logs unexpected errors, and describes them by an id. */
export function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  const id = log.fault("A response could not be written", error);
  return new RequestError(`Something went wrong (id ${id}).`, { status: 500, code: "server_error" });
}
