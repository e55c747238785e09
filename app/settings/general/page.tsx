import type { Metadata } from "next";
import { cookies } from "next/headers";
import { LimitsForm } from "@/components/settings/limits-form";
import { SettingsPage } from "@/components/settings/settings-page";
import { ThemeCard } from "@/components/settings/theme-card";
import { TitlesCard } from "@/components/settings/titles-card";
import { THEME_COOKIE } from "@/components/shell/cookies";
import { readTheme } from "@/components/shell/theme";
import { requirePage } from "@/lib/access/session";
import { readLimits } from "@/lib/agent/limits";
import { loadSettings } from "../settings";

export const metadata: Metadata = { title: "General · Easel" };

export default async function GeneralPage() {
  await requirePage("/settings/general");
  const { titles, limits } = (await loadSettings()).view;
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <SettingsPage title="General" about="How Easel looks, and how far the agent may go by itself.">
      <ThemeCard known={theme} />
      <TitlesCard titles={titles} />
      <LimitsForm limits={limits} defaults={readLimits({})} />
    </SettingsPage>
  );
}
