import { titled } from "@/app/page-metadata";
import { ExportCard } from "@/components/pages/agent-file/export-card";
import { ImportCard } from "@/components/pages/agent-file/import-card";
import { TabPage } from "@/components/ui/kit/page/tab-page";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";

export const metadata = titled(() => common("export"));

export default async function AgentFilePage() {
  await requirePage("/agent/export", { right: "own" });
  return (
    <TabPage title={common("export")}>
      <ExportCard />
      <ImportCard now={new Date().toISOString()} />
    </TabPage>
  );
}
