import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { SkillEntry } from "@/components/pages/skills/entry";
import { SkillPage } from "@/components/pages/skills/skill-page";
import { lineCounts } from "@/lib/code/history/revision-summaries";
import { skillView } from "@/lib/code/skills/view";
import { pageAgent, requirePage } from "@/lib/platform/access/require-page";
import { skillName } from "@/lib/shared/skills/fields";
import { readSkillSummary } from "@/lib/store/agents/skills";
import { listRevisions } from "@/lib/store/revisions";

type Props = { params: Promise<{ name: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${(await params).name} · Easel` };
}

export default async function OneSkillPage({ params }: Props) {
  const { name } = await params;
  await requirePage(`/agent/skills/${encodeURIComponent(name)}`, { right: "edit" });
  const entry = skillName.safeParse(name).success ? await loadSkill(name) : null;
  if (!entry) notFound();
  return <SkillPage key={name} name={name} entry={entry} now={new Date().toISOString()} />;
}

async function loadSkill(name: string): Promise<SkillEntry | null> {
  const agentId = await pageAgent();
  const [live, versions] = await Promise.all([
    readSkillSummary(agentId, name),
    listRevisions(agentId, { kind: "skill", name }),
  ]);
  const lines = await lineCounts(agentId, versions.revisions);
  if (live) return { kind: "live", skill: await skillView(agentId, name), versions, lines };
  return versions.revisions.length > 0 ? { kind: "lost", versions, lines } : null;
}
