import type { Metadata } from "next";
import { cookies } from "next/headers";
import { LimitsForm, UnattendedLimitsForm } from "@/components/settings/limits-form";
import { NotificationsCard } from "@/components/settings/notifications-card";
import { SessionsCard } from "@/components/settings/sessions-card";
import { SettingsPage } from "@/components/settings/settings-page";
import { ThemeCard } from "@/components/settings/theme-card";
import { TimeZoneCard } from "@/components/settings/time-zone-card";
import { TitlesCard } from "@/components/settings/titles-card";
import { THEME_COOKIE } from "@/components/ui/kit/cookies";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { readTheme } from "@/components/ui/kit/theme";
import { SharedLinks } from "@/components/workspace/sharing/shared-links";
import { readStepLimits, stepLimitsOf } from "@/lib/agent/step/limits";
import { ownSession, requirePage, sessionsNow } from "@/lib/platform/access/session";
import { loadSettings } from "../settings";

export const metadata: Metadata = { title: "General · Easel" };

export default async function GeneralPage() {
  await requirePage("/settings/general");
  const { stored, view } = await loadSettings();
  const { titles, limits, unattendedLimits, general } = view;
  const half = stepLimitsOf({ ...stored, unattendedLimits: {} }, { unattended: true });
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  const sessions = await sessionsNow();
  const own = await ownSession();
  return (
    <SettingsPage title="General" about="The look of Easel, and limits for the agent.">
      <ThemeCard initial={theme} />
      <TimeZoneCard timeZone={general.timeZoneUsed} now={new Date().toISOString()} />
      <NotificationsCard />
      <TitlesCard titles={titles} />
      <LimitsForm limits={limits} defaults={readStepLimits({})} />
      <UnattendedLimitsForm limits={unattendedLimits} holds={half} />
      <TitledCard
        title="Shared links"
        about="Anyone with a link can see the shared sheet, without a password."
      >
        <SharedLinks />
      </TitledCard>
      {own !== null && (
        <SessionsCard
          sessions={sessions.map((session) => ({ ...session, isOwn: session.id === own }))}
          now={new Date().toISOString()}
        />
      )}
    </SettingsPage>
  );
}
