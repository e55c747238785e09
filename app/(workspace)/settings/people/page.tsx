import { titled } from "@/app/page-metadata";
import { People } from "@/components/settings/people/people";
import { ServicesCard } from "@/components/settings/services/services-card";
import { SettingsPage } from "@/components/settings/settings-page";
import { openInvitations } from "@/lib/platform/access/invitations";
import { passwordSource } from "@/lib/platform/access/password";
import { requirePage } from "@/lib/platform/access/require-page";
import { t } from "@/lib/shared/i18n/en/shell";
import { serverTimeZone } from "@/lib/store/agents/settings";
import { listMembers } from "@/lib/store/members/members";

export const metadata = titled(() => t("people"));

export default async function PeoplePage() {
  await requirePage("/settings/people", { role: "admin" });
  const [source, members, invitations] = await Promise.all([
    passwordSource(),
    listMembers(serverTimeZone),
    openInvitations(),
  ]);
  const hasPassword = source !== null;
  return (
    <SettingsPage title={t("people")}>
      <People {...{ hasPassword, members, invitations }} />
      {hasPassword && <ServicesCard />}
    </SettingsPage>
  );
}
