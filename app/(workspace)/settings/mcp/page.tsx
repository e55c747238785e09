import { titled } from "@/app/page-metadata";
import { Servers } from "@/components/settings/servers/servers";
import { SettingsPage } from "@/components/settings/settings-page";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";

export const metadata = titled(() => common("mcpServers"));

export default async function McpPage() {
  await requirePage("/settings/mcp", { role: "admin", right: "own" });
  return (
    <SettingsPage title={common("mcpServers")}>
      <Servers />
    </SettingsPage>
  );
}
