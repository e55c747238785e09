import type { Actor } from "@/lib/ground/base/acting";
import { assertFromPage, notFromPage } from "@/lib/platform/access/page-proof";
import { type Identity, onSessionEnd } from "@/lib/platform/access/session";
import { requireToken } from "@/lib/platform/access/tokens";
import { AppError } from "@/lib/shared/errors";
import type { Scope } from "@/lib/shared/mcp/tokens";
import { hasRole, type Role } from "@/lib/shared/members/roles";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { subscribe } from "@/lib/store/bus";
import { actorOf, readMember } from "@/lib/store/members/roster";

/** The sender of a request: a member in a browser, or a program for the member of its token. */
export type Requester = Identity & { program?: McpToken };

type Reach = { scope?: Scope | "none"; agent?: boolean | "optional"; role?: Role; public?: boolean };

/** Returns the scope that a program needs for a route, or "none" if no program may use it. */
export function scopeNeeded({ scope, agent, role, public: isPublic }: Reach, method: string): Scope | "none" {
  if (scope) return scope;
  if (isPublic || !agent || (role && !hasRole("member", role))) return "none";
  return method === "GET" || method === "HEAD" ? "read" : "write";
}

/** Throws `unauthorized` unless the request has a valid token. */
export async function requireProgram(request: Request): Promise<Requester> {
  const program = await requireToken(request);
  const member = await readMember(program.memberId);
  if (member) return { session: null, member, program };
  throw new AppError("unauthorized", "The member of this token was removed.");
}

export function assertScope({ scopes }: McpToken, reach: Reach, method: string): void {
  const needed = scopeNeeded(reach, method);
  if (needed === "none")
    throw new AppError("forbidden", "No access token may do this. Do it in Easel, signed in as a member.");
  if (scopes.includes(needed)) return;
  throw new AppError(
    "forbidden",
    `This needs an access token with the scope ${needed}. Create one in Settings → Access tokens.`,
    { details: { needs: "scope", scope: needed } },
  );
}

/** Throws `forbidden` if a program sent the request, or if EASEL_RIGHTS needs a proof that it does not have. */
export function assertPage(request: Request, { session, program }: Requester): void {
  if (program) throw notFromPage();
  assertFromPage(request, session);
}

export async function actorFor({ member, program }: Requester): Promise<Actor> {
  const actor = await actorOf(member.id);
  return program ? { ...actor, program: { name: program.name, agentId: program.agentId } } : actor;
}

/** Calls `end` when the requester may no longer read a stream. Returns a function that stops listening. */
export function onAccessEnd(
  { session, program }: Requester,
  end: () => void,
  mayStay: () => Promise<boolean>,
): () => void {
  if (!program) return onSessionEnd(session, end, mayStay);
  return subscribe(({ type }) => {
    if (type === "members" || type === "gap")
      void mayStay().then(
        (isAllowed) => isAllowed || end(),
        () => end(),
      );
  });
}
