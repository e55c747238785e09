import { titled } from "@/app/page-metadata";
import { t as common } from "@/lib/shared/i18n/en/common";
import { CalendarScreen } from "./calendar-screen";

export const metadata = titled(() => common("calendar"));

export default function EventsPage() {
  return <CalendarScreen path="/calendar" />;
}
