import { titled } from "@/app/page-metadata";
import { Channels } from "@/components/settings/channels/channels";
import { SettingsPage } from "@/components/settings/settings-page";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/pages";

export const metadata = titled(() => common("channels"));

export default async function ChannelsPage() {
  await requirePage("/settings/channels", { role: "admin", right: "own" });
  return (
    <SettingsPage title={common("channels")} about={t("channelsAbout")}>
      <Channels />
    </SettingsPage>
  );
}
