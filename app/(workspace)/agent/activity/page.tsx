import { titled } from "@/app/page-metadata";
import { AuditPage, type InitialAudit } from "@/components/workspace/audit/audit-page";
import { type Place, placeOf, queryOf } from "@/components/workspace/audit/audit-url";
import { auditCalls } from "@/lib/agent/activity/calls";
import { callsQuery, requestsQuery } from "@/lib/agent/activity/queries";
import { pageAgent, requirePage } from "@/lib/platform/access/require-page";
import { t } from "@/lib/shared/i18n/en/pages";
import { listAuditTools } from "@/lib/store/activity/audit";
import { listRequests } from "@/lib/store/activity/audit-requests";

export const metadata = titled(() => t("activity"));

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function OneAuditPage({ searchParams }: Props) {
  await requirePage("/agent/activity", { right: "own" });
  const query = Object.entries(await searchParams).flatMap(([key, value]) =>
    typeof value === "string" ? [[key, value]] : [],
  );
  const loaded = await loadAudit(placeOf("/agent/activity", new URLSearchParams(query)));
  return <AuditPage {...loaded} now={new Date().toISOString()} />;
}

type LoadedAudit = { initial: InitialAudit; tools: string[] };

async function loadAudit(place: Place): Promise<LoadedAudit> {
  const agentId = await pageAgent();
  const [initial, tools] = await Promise.all([load(agentId, place), listAuditTools(agentId)]);
  return { initial, tools };
}

async function load(agentId: string, place: Place): Promise<InitialAudit> {
  const query = Object.fromEntries(queryOf(place));
  if (place.view === "requests") {
    const { requests, ...next } = await listRequests(agentId, requestsQuery.parse(query));
    return { place, requests: { items: requests, ...next } };
  }
  const { calls, ...next } = await auditCalls(agentId, callsQuery.parse(query), {});
  return { place, calls: { items: calls, ...next } };
}
