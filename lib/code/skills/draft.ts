import { around } from "@/lib/data/memory/change";
import { AppError } from "@/lib/shared/errors";
import { textChanges } from "@/lib/shared/kind-texts";
import { type SkillContent, skillContent } from "@/lib/shared/skills/contract";
import { SKILL_MD, skillMarkdown } from "@/lib/shared/skills/fields";
import { applyEdits, type TextEdit } from "@/lib/shared/text/text-edits";
import type { ConsentChange } from "@/lib/shared/tools/approval-reason";
import { readSkill } from "@/lib/store/agents/skills";
import type { By } from "@/lib/store/revisions";
import { changedContent, noSkill, replaceSkill, type SavedSkill, staleSkill } from "./save";

/** A change that the agent proposes. It is stored only after the user's yes. */
export type SkillProposal = {
  name: string;
  markdown?: string;
  edits?: readonly TextEdit[];
  files?: Readonly<Record<string, string>>;
  remove?: readonly string[];
};

type Draft = {
  name: string;
  /** The live version, 0 if there is none. */
  base: number;
  before: SkillContent | null;
  after: SkillContent | null;
};

const EMPTY: SkillContent = { markdown: "", files: [] };

/** Computes a proposed skill. Throws an AppError if it is invalid. */
export async function draftOf(agentId: string, proposal: SkillProposal): Promise<Draft> {
  const { name, edits, files = {}, remove } = proposal;
  const live = await readSkill(agentId, name);
  if (!live && proposal.markdown === undefined)
    throw edits
      ? noSkill(name)
      : new AppError("invalid", `There is no skill "${name}" yet: give its markdown.`);
  const before = live ? live.content : null;
  const markdown = edits
    ? applyEdits(before?.markdown ?? "", edits, `${SKILL_MD} of "${name}"`)
    : proposal.markdown;
  const after = changedContent(name, before ?? EMPTY, {
    ...(markdown !== undefined && { markdown: skillMarkdown.parse(markdown) }),
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
    ...(remove && { remove }),
  });
  return { name, base: live?.version ?? 0, before, after };
}

/** Computes the deletion of a skill. */
export async function deletionOf(agentId: string, name: string): Promise<Draft> {
  const live = await readSkill(agentId, name);
  if (!live) throw noSkill(name);
  return { name, base: live.version, before: live.content, after: null };
}

/** Returns the differing texts, for the user's consent. Empty if nothing changes. */
export const consentsOf = ({ name, base, before, after }: Draft): ConsentChange[] =>
  textChanges("skill", before, after).map(({ title, isProse, text, before: old }) => ({
    kind: "skill",
    name,
    version: base,
    path: isProse ? SKILL_MD : title,
    ...around(old, text),
  }));

type Approved = readonly { name: string; version: number }[] | undefined;

/** Throws unless the user has approved a change of this version of the skill. */
export function assertApproved({ name, base, before, after }: Draft, approved: Approved): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  if (approved?.some((one) => one.name === name && one.version === base)) return;
  throw new AppError(
    "forbidden",
    `The skill "${name}" was not changed: this exact change is not approved, or the skill changed since. Call again to request approval.`,
  );
}

/** Stores an approved draft as the live version. */
export async function storeDraft(
  agentId: string,
  draft: Draft,
  { approved, by }: { approved: Approved; by: By },
): Promise<SavedSkill> {
  assertApproved(draft, approved);
  const { name, base, before, after } = draft;
  if (JSON.stringify(before) === JSON.stringify(after))
    return { name, version: base, note: "Nothing changed." };
  const saved = await replaceSkill(agentId, skillContent.parse(after), base, by);
  if (!saved) throw staleSkill(name, null);
  return saved;
}
