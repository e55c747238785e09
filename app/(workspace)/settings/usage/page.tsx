import { titled } from "@/app/page-metadata";
import { BudgetCard } from "@/components/settings/budget-card";
import { SettingsPage } from "@/components/settings/settings-page";
import { Usage } from "@/components/settings/usage";
import { UsageByMember } from "@/components/settings/usage-by-member";
import { SPANS } from "@/components/settings/usage-figures";
import { viewBudget } from "@/lib/models/budget/check-budget";
import { pageAgent, pageRights, requirePage } from "@/lib/platform/access/require-page";
import { t } from "@/lib/shared/i18n/en/pages";
import { meets } from "@/lib/shared/members/needs";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import { readUsage, readUsageByMember } from "@/lib/store/loop/usage";
import { isAlone } from "@/lib/store/members/roster";

export const metadata = titled(() => t("usage"));

type Props = { searchParams: Promise<{ days?: string | string[] }> };

export default async function UsagePage({ searchParams }: Props) {
  await requirePage("/settings/usage", { right: "own" });
  const { days: wanted } = await searchParams;
  const days = SPANS.find((span) => String(span) === wanted) ?? SPANS[0];
  const agentId = await pageAgent();
  const timeZone = timeZoneOf(await readSettings(agentId));
  const rows = await readUsage(agentId, days, timeZone);
  const isEarlier = rows.length === 0 && (await readUsage(agentId, Math.max(...SPANS), timeZone)).length > 0;
  const isAdmin = meets(await pageRights(), { role: "admin" });
  const byMember = isAdmin && !(await isAlone()) ? await readUsageByMember(agentId, days, timeZone) : [];
  return (
    <SettingsPage title={t("usage")}>
      <Usage key={days} rows={rows} days={days} today={todayIn(timeZone)} isEarlier={isEarlier} />
      {byMember.length > 0 && <UsageByMember rows={byMember} />}
      {isAdmin && <BudgetCard view={await viewBudget(agentId)} />}
    </SettingsPage>
  );
}

/** Date in the time zone by which usage is counted, as `2026-11-21`. */
const todayIn = (timeZone: string) => new Date().toLocaleDateString("sv-SE", { timeZone });
