import { titled } from "@/app/page-metadata";
import { AgentsCard } from "@/components/settings/agents/agents-card";
import { NewAgentCard } from "@/components/settings/agents/new-agent-card";
import { SettingsPage } from "@/components/settings/settings-page";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/pages";

export const metadata = titled(() => common("agents"));

export default async function AgentsPage() {
  await requirePage("/settings/agents", { role: "member" });
  return (
    <SettingsPage title={common("agents")} about={t("agentsAbout")}>
      <AgentsCard />
      <NewAgentCard />
    </SettingsPage>
  );
}
