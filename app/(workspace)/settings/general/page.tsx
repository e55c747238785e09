import { cookies } from "next/headers";
import { titled } from "@/app/page-metadata";
import { YourAccount } from "@/components/settings/account/your-account";
import { BackupCard } from "@/components/settings/backup/backup-card";
import { LanguageCard } from "@/components/settings/language-card";
import { LimitsForm, UnattendedLimitsForm } from "@/components/settings/limits-form";
import { NotificationsCard } from "@/components/settings/notifications-card";
import { PasswordCard } from "@/components/settings/password/password-card";
import { ProofsCard } from "@/components/settings/proofs-card";
import { SessionsCard } from "@/components/settings/sessions-card";
import { SettingsPage } from "@/components/settings/settings-page";
import { ThemeCard } from "@/components/settings/theme-card";
import { TimeZoneCard } from "@/components/settings/time-zone-card";
import { TitlesCard } from "@/components/settings/titles-card";
import { THEME_COOKIE } from "@/components/ui/kit/cookies";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { readTheme } from "@/components/ui/kit/theme";
import { AppList } from "@/components/workspace/apps/app-list";
import { SharedLinks } from "@/components/workspace/sharing/shared-links";
import { readStepLimits, stepLimitsOf } from "@/lib/agent/step/limits";
import { env } from "@/lib/ground/base/env";
import { passwordSource } from "@/lib/platform/access/password";
import { pageRights, requirePage } from "@/lib/platform/access/require-page";
import { ownSession, pageIdentity, sessionsNow } from "@/lib/platform/access/session";
import { t } from "@/lib/shared/i18n/en/pages";
import { LOCALE_COOKIE, readLocale } from "@/lib/shared/i18n/locale";
import { meets } from "@/lib/shared/members/needs";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { canRestart, readOutcome } from "@/lib/store/backup/requested";
import { loadSettings } from "../settings";

export const metadata = titled(() => t("general"));

export default async function GeneralPage() {
  await requirePage("/settings/general");
  const { stored, view } = await loadSettings();
  const { titles, proofs, proofBudget, limits, unattendedLimits, general } = view;
  const half = stepLimitsOf({ ...stored, unattendedLimits: {} }, { unattended: true });
  const kept = await cookies();
  const theme = readTheme(kept.get(THEME_COOKIE)?.value);
  const locale = readLocale(kept.get(LOCALE_COOKIE)?.value);
  const sessions = await sessionsNow((await pageIdentity())?.member.id ?? OWNER_ID);
  const own = await ownSession();
  const source = await passwordSource();
  const rights = await pageRights();
  const isOwner = meets(rights, { role: "owner" });
  const isOwn = meets(rights, { right: "own" });
  const restore = { canRestore: canRestart(), last: await readOutcome(env().EASEL_DATA_DIR) };
  return (
    <SettingsPage title={t("general")}>
      {isOwner && <PasswordCard source={source} />}
      {own !== null && <YourAccount />}
      {own !== null && (
        <SessionsCard
          sessions={sessions.map((session) => ({ ...session, isOwn: session.id === own }))}
          now={new Date().toISOString()}
        />
      )}
      {isOwner && <BackupCard hasPassword={source !== null} restore={restore} />}
      <NotificationsCard />
      {isOwn && (
        <TitledCard title={t("sharedLinks")} about={t("sharedLinksAbout")}>
          <SharedLinks />
        </TitledCard>
      )}
      {isOwn && (
        <TitledCard id="apps" title={t("apps")} about={t("appsAbout")}>
          <AppList />
        </TitledCard>
      )}
      <ThemeCard initial={theme} />
      <LanguageCard chosen={locale} />
      {isOwn && (
        <>
          <TitlesCard titles={titles} />
          <ProofsCard policy={proofs} budget={proofBudget} />
          <TimeZoneCard timeZone={general.timeZoneUsed} now={new Date().toISOString()} />
          <LimitsForm limits={limits} defaults={readStepLimits({})} />
          <UnattendedLimitsForm limits={unattendedLimits} holds={half} />
        </>
      )}
    </SettingsPage>
  );
}
