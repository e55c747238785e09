import { titled } from "@/app/page-metadata";
import { Programs } from "@/components/settings/programs/programs";
import { SettingsPage } from "@/components/settings/settings-page";
import { bridgePath, mcpAddress } from "@/lib/doors/mcp/address";
import { addressOf, agUiAddress, apiAddress } from "@/lib/doors/programs/address";
import { requirePage } from "@/lib/platform/access/require-page";
import { t } from "@/lib/shared/i18n/en/pages";

export const metadata = titled(() => t("accessTokens"));

export default async function TokensPage() {
  await requirePage("/settings/tokens");
  return (
    <SettingsPage title={t("accessTokens")} about={t("accessTokensAbout")}>
      <Programs
        address={mcpAddress()}
        http={addressOf("/api")}
        api={apiAddress()}
        agUi={agUiAddress()}
        bridge={bridgePath()}
      />
    </SettingsPage>
  );
}
