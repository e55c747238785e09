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
      about="Export the agent to a file with everything it is and has made, or import one."
    >
      <ExportCard />
      <ImportCard now={new Date().toISOString()} />
    </SettingsPage>
  );
}
