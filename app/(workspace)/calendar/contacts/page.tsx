import type { Metadata } from "next";
import { CalendarScreen } from "../calendar-screen";

export const metadata: Metadata = { title: "Calendar · Easel" };

export default function ContactsPage() {
  return <CalendarScreen path="/calendar/contacts" />;
}
