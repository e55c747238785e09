import type { WholeRevision } from "@/lib/shared/history";
import type { Proven } from "@/lib/shared/proofs/contract";
import type { UsedVersion } from "@/lib/store/loop/turns";
import { skillTools } from "@/lib/tools/toolsets/skills";

const READ_SKILLS = Object.entries(skillTools.tools).flatMap(([name, { hints }]) =>
  hints?.reads?.includes("skills") && !hints.writes?.includes("skills") ? [name] : [],
);

/** Returns how to find the turns that used a version of a prompt, of notes or of a skill. */
export function usedVersion(kind: Proven, name: string, content: unknown): UsedVersion | null {
  if (kind === "skill") return { kind, name, tools: READ_SKILLS };
  if (kind !== "system_prompt" && kind !== "learned_notes") return null;
  return typeof content === "string" ? { kind, text: content } : null;
}

/** Returns the first time at which a turn can use a version. Conversations keep their prompt and notes, and calls read the live skill. */
export const sinceVersion = ({ kind, createdAt }: Pick<WholeRevision, "kind" | "createdAt">) =>
  kind === "skill" ? { since: createdAt } : {};
