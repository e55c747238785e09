import type { Metadata } from "next";
import { ExportCard } from "@/components/pages/agent-file/export-card";
import { ImportCard } from "@/components/pages/agent-file/import-card";
import { TabPage } from "@/components/ui/kit/page/tab-page";
import { requirePage } from "@/lib/platform/access/session";

export const metadata: Metadata = { title: "Export · Easel" };

export default async function AgentFilePage() {
  await requirePage("/agent/export");
  return (
    <TabPage title="Export">
      <ExportCard />
      <ImportCard now={new Date().toISOString()} />
    </TabPage>
  );
}
