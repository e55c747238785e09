import type { SkillView } from "@/lib/shared/skills/contract";
import { viewOf } from "./files";
import { skillOf } from "./save";
import { parseSkillMd } from "./skill-md";

/** Returns a skill as its page shows it. */
export async function skillView(agentId: string, name: string): Promise<SkillView> {
  const { content, ...summary } = await skillOf(agentId, name);
  const { frontmatter, body } = parseSkillMd(content.markdown);
  const files = await Promise.all(content.files.map(viewOf));
  return { ...summary, markdown: content.markdown, frontmatter, body, files };
}
