import { actingAs } from "@/lib/ground/base/acting";
import { requireToken } from "@/lib/platform/access/tokens";
import { withinLimits } from "@/lib/platform/http/program";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { actorOf } from "@/lib/store/members/roster";

/**
 * Answers a request of a program, for the member of its token. Authenticates it only by its bearer token and ignores
 * session cookies. `left` is aborted when the program disconnects. Throws `unauthorized` without a valid token, also if it
 * is revoked before there is a response.
 */
export async function asProgram(
  request: Request,
  answer: (token: McpToken, left: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const token = await requireToken(request);
  return actingAs(await actorOf(token.memberId), () => withinLimits(token, answer));
}
