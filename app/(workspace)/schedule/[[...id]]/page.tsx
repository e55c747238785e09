import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { pageAgent } from "@/app/page-agent";
import { SchedulePage } from "@/components/pages/schedule/schedule-page";
import { requirePage } from "@/lib/platform/access/session";
import { uuid } from "@/lib/shared/ids";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";

export const metadata: Metadata = { title: "Schedule · Easel" };

export default async function OneSchedulePage({ params }: { params: Promise<{ id?: string[] }> }) {
  const { id: [idParam, ...more] = [] } = await params;
  await requirePage(idParam === undefined ? "/schedule" : `/schedule/${idParam}`);
  if (more.length > 0 || (idParam !== undefined && !uuid.safeParse(idParam).success)) notFound();
  const timeZone = timeZoneOf(await readSettings(await pageAgent()));
  return <SchedulePage now={new Date().toISOString()} timeZone={timeZone} />;
}
