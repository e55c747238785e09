import type { Metadata } from "next";
import { CalendarScreen } from "../calendar-screen";

export const metadata: Metadata = { title: "Contacts · Easel" };

export default function ContactsPage() {
  return <CalendarScreen path="/calendar/contacts" />;
}
