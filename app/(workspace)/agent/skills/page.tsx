import { titled } from "@/app/page-metadata";
import { SkillsPage } from "@/components/pages/skills/skills-page";
import { pageAgent, requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";
import { listSkills } from "@/lib/store/agents/skills";

export const metadata = titled(() => common("skills"));

export default async function AllSkillsPage() {
  await requirePage("/agent/skills", { right: "edit" });
  return <SkillsPage skills={await listSkills(await pageAgent())} />;
}
