import { titled } from "@/app/page-metadata";
import { People } from "@/components/settings/people/people";
import { ServicesCard } from "@/components/settings/services/services-card";
import { SettingsPage } from "@/components/settings/settings-page";
import { passwordSource } from "@/lib/platform/access/password";
import { requirePage } from "@/lib/platform/access/require-page";
import { t } from "@/lib/shared/i18n/en/shell";

export const metadata = titled(() => t("people"));

export default async function PeoplePage() {
  await requirePage("/settings/people", { role: "admin" });
  const hasPassword = (await passwordSource()) !== null;
  return (
    <SettingsPage title={t("people")}>
      <People hasPassword={hasPassword} />
      {hasPassword && <ServicesCard />}
    </SettingsPage>
  );
}
