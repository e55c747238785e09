import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { AGENT_HEADER, baseOf, inAgent } from "@/lib/shared/agents/agent-address";
import { isAppError } from "@/lib/shared/errors";
import { hasRole, type Right, type Role } from "@/lib/shared/members/roles";
import { agentFor } from "./rights";
import { pageIdentity } from "./session";

/** Role in the workspace, and right on the page's agent, that a page needs; default: any member who may use the agent. */
type Needs = { role?: Role; right?: Right };

/** Redirects to the login page, which returns to `path`. Shows that there is no such page to members without the rights. */
export async function requirePage(
  path: string,
  { role = "guest", right = "use" }: Needs = {},
): Promise<void> {
  const identity = await pageIdentity();
  if (identity === null) {
    const agent = await agentOfAddress();
    const next = agent === undefined ? path : inAgent(baseOf(agent), path);
    redirect(`/login?${new URLSearchParams({ next })}`);
  }
  if (!hasRole(identity.member.role, role)) notFound();
  if (right !== "use") await pageAgent(right);
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
    throw error;
  }
}

const agentOfAddress = async () => (await headers()).get(AGENT_HEADER) ?? undefined;
