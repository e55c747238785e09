import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { AGENT_HEADER, baseOf } from "@/lib/shared/agents/agent-address";
import { isAppError } from "@/lib/shared/errors";
import { resolveAgent } from "@/lib/store/agents/agents";

/** Returns the agent named in the page's URL. Without a name, returns the first agent. */
export async function pageAgent(): Promise<string> {
  const named = (await headers()).get(AGENT_HEADER) ?? undefined;
  try {
    return await resolveAgent(named);
  } catch (error) {
    if (named !== undefined && isAppError(error)) notFound();
    throw error;
  }
}

export async function pageBase(): Promise<string> {
  const named = (await headers()).get(AGENT_HEADER);
  return named === null ? "" : baseOf(named);
}
