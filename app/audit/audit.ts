import { pageAgent } from "@/app/page-agent";
import type { Known } from "@/components/audit/audit-page";
import { type Place, queryOf } from "@/components/audit/place";
import { auditCalls } from "@/lib/audit/calls";
import { callsQuery, requestsQuery } from "@/lib/audit/queries";
import { listAuditTools } from "@/lib/store/audit";
import { listRequests } from "@/lib/store/audit-requests";

export type LoadedAudit = { known: Known; tools: string[] };

/** The newest of what a place shows. */
export async function loadAudit(place: Place): Promise<LoadedAudit> {
  const agentId = await pageAgent();
  const [known, tools] = await Promise.all([load(agentId, place), listAuditTools(agentId)]);
  return { known, tools };
}

async function load(agentId: string, place: Place): Promise<Known> {
  const query = Object.fromEntries(queryOf(place));
  if (place.view === "requests") {
    const { requests, ...next } = await listRequests(agentId, requestsQuery.parse(query));
    return { place, requests: { items: requests, ...next } };
  }
  const { calls, ...next } = await auditCalls(agentId, callsQuery.parse(query), {});
  return { place, calls: { items: calls, ...next } };
}
