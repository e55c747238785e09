import type { Metadata } from "next";
import { ExportCard } from "@/components/pages/agent-file/export-card";
import { ImportCard } from "@/components/pages/agent-file/import-card";
import { SettingsPage } from "@/components/settings/settings-page";
import { requirePage } from "@/lib/platform/access/session";

export const metadata: Metadata = { title: "Export and import · Easel" };

export default async function AgentFilePage() {
  await requirePage("/settings/agent-file");
  return (
    <SettingsPage
      title="Export and import"
      about="Take the agent along, or bring one in: all that it is and has made, in one file."
    >
      <ExportCard />
      <ImportCard now={new Date().toISOString()} />
    </SettingsPage>
  );
}
