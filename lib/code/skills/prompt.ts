import type { SkillSummary } from "@/lib/shared/skills/contract";
import { listSkills } from "@/lib/store/agents/skills";

/** Maximum characters of the list. The model gets the other skills from list_skills. */
const MAX_CHARS = 8_000;
const MAX_DESCRIPTION = 400;

/** Lists the agent's enabled skills for its prompt. */
export const skillsText = async (agentId: string): Promise<string> =>
  describeSkills(await listSkills(agentId, true));

/**
 * Lists skills by name, one a line. Omits those that may contain text of strangers: only a conversation that calls
 * list_skills should read that.
 */
export function describeSkills(skills: readonly SkillSummary[]): string {
  if (skills.length === 0) return "";
  const lines: string[] = [];
  let remaining = MAX_CHARS;
  for (const { name, description, origins } of skills) {
    if (origins.length > 0) continue;
    const line = `- ${name}: ${shortened(description)}`;
    remaining -= line.length + 1;
    if (remaining < 0) break;
    lines.push(line);
  }
  const others = skills.length - lines.length;
  if (others > 0)
    lines.push(lines.length === 0 ? "list_skills lists them." : `list_skills lists ${others} more.`);
  return `# Skills\n\n${lines.join("\n")}`;
}

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= MAX_DESCRIPTION ? line : `${line.slice(0, MAX_DESCRIPTION - 1).toWellFormed()}…`;
};
