import { notFound } from "next/navigation";
import { titled } from "@/app/page-metadata";
import { t as common } from "@/lib/shared/i18n/en/common";
import { uuid } from "@/lib/shared/ids";
import { CalendarScreen } from "../../calendar-screen";

export const metadata = titled(() => common("calendar"));

/** `/calendar/jobs` or one job: its id, or `check-ins`. */
export default async function JobsPage({ params }: { params: Promise<{ id?: string[] }> }) {
  const { id: [id, ...more] = [] } = await params;
  const isKnown = id === undefined || id === "check-ins" || uuid.safeParse(id).success;
  if (more.length > 0 || !isKnown) notFound();
  return <CalendarScreen path={id === undefined ? "/calendar/jobs" : `/calendar/jobs/${id}`} />;
}
