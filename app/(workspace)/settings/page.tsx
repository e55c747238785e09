import type { Metadata } from "next";
import { SettingsOverview } from "@/components/settings/settings-overview";
import { requirePage } from "@/lib/platform/access/session";
import { loadSettings } from "./settings";

export const metadata: Metadata = { title: "Settings · Easel" };

export default async function SettingsPage() {
  await requirePage("/settings");
  return <SettingsOverview settings={(await loadSettings()).view} />;
}
