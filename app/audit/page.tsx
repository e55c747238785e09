import type { Metadata } from "next";
import { AuditPage } from "@/components/audit/audit-page";
import { placeOf } from "@/components/audit/place";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { requirePage } from "@/lib/access/session";
import { loadAudit } from "./audit";

export const metadata: Metadata = { title: "Audit · Easel" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** What the agent did; `?view=requests` what went to the network. */
export default async function OneAuditPage({ searchParams }: Props) {
  await requirePage("/audit");
  const query = Object.entries(await searchParams).flatMap(([key, value]) =>
    typeof value === "string" ? [[key, value]] : [],
  );
  const loaded = await loadAudit(placeOf("/audit", new URLSearchParams(query)));
  return (
    <SettingsFrame skipTo="audit">
      <AuditPage {...loaded} now={new Date().toISOString()} />
    </SettingsFrame>
  );
}
