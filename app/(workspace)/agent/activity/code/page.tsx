import { titled } from "@/app/page-metadata";
import { CodePage } from "@/components/workspace/audit/code-page";
import { readHintView } from "@/lib/code/traces/hint";
import { pageAgent, requirePage } from "@/lib/platform/access/require-page";
import { t } from "@/lib/shared/i18n/en/pages";
import { readExecutionStats } from "@/lib/store/agents/executions";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";

export const metadata = titled(() => t("codeActivity"));

const DAYS = 7;

export default async function AuditCodePage() {
  await requirePage("/agent/activity/code", { right: "own" });
  const agentId = await pageAgent();
  const settings = await readSettings(agentId);
  const [stats, hint] = await Promise.all([
    readExecutionStats(agentId, DAYS, timeZoneOf(settings)),
    readHintView(agentId, settings.general.codeHint ?? true),
  ]);
  return <CodePage stats={stats} hint={hint} now={new Date().toISOString()} />;
}
