import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { actingRight } from "@/lib/ground/base/acting";
import { AGENT_HEADER, baseOf, inAgent } from "@/lib/shared/agents/agent-address";
import { isAppError } from "@/lib/shared/errors";
import type { Member } from "@/lib/shared/members/members";
import type { Needs } from "@/lib/shared/members/needs";
import { hasRole, type Right, type Role } from "@/lib/shared/members/roles";
import { agentFor } from "./rights";
import { pageIdentity } from "./session";

/** Redirects to the login page, which returns to `path`, and returns the member. */
export async function requireSignIn(path: string): Promise<Member> {
  const identity = await pageIdentity();
  if (identity !== null) return identity.member;
  const agent = await agentOfAddress();
  const next = agent === undefined ? path : inAgent(baseOf(agent), path);
  redirect(`/login?${new URLSearchParams({ next })}`);
}

/** Redirects to the login page, which returns to `path`. Shows that there is no such page to members without the rights. */
export async function requirePage(
  path: string,
  { role = "guest", right = "use" }: Needs = {},
): Promise<void> {
  const member = await requireSignIn(path);
  if (!hasRole(member.role, role)) notFound();
  if (right !== "use") await pageAgent(right);
}

/** Returns the role of the member who requests the page, and the right on the page's agent. */
export async function pageRights(): Promise<{ role: Role; right: Right }> {
  const agentId = await pageAgent();
  const role = (await pageIdentity())?.member.role ?? "owner";
  return { role, right: (await actingRight(agentId)) ?? "use" };
}

/** Returns false if the signed-in member may use no agent. */
export async function hasAgent(): Promise<boolean> {
  const identity = await pageIdentity();
  if (identity === null) return false;
  return agentFor(identity.member, undefined, "use").then(
    () => true,
    (error) => {
      if (isAppError(error) && error.code === "not_found") return false;
      throw error;
    },
  );
}

/**
 * Returns the agent named in the page's URL; without a name, the member's first agent. Shows that there is no such page to
 * members without the right.
 */
export async function pageAgent(right: Right = "use"): Promise<string> {
  const named = await agentOfAddress();
  const identity = await pageIdentity();
  if (identity === null) throw new Error("The page reads data before the user has signed in");
  try {
    return await agentFor(identity.member, named, right);
  } catch (error) {
    if (isAppError(error) && (named !== undefined || error.code === "forbidden")) notFound();
    if (isAppError(error) && error.code === "not_found") redirect("/no-agent");
    throw error;
  }
}

const agentOfAddress = async () => (await headers()).get(AGENT_HEADER) ?? undefined;
