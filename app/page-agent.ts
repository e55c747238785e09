import { headers } from "next/headers";
import { AGENT_HEADER, baseOf } from "@/lib/shared/agents/agent-address";

export async function pageBase(): Promise<string> {
  const named = (await headers()).get(AGENT_HEADER);
  return named === null ? "" : baseOf(named);
}
