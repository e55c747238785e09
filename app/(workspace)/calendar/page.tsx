import type { Metadata } from "next";
import { CalendarScreen } from "./calendar-screen";

export const metadata: Metadata = { title: "Calendar · Easel" };

export default function EventsPage() {
  return <CalendarScreen path="/calendar" />;
}
