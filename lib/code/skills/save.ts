import { holdVersion, isHeld } from "@/lib/code/proof/hold";
import { AppError } from "@/lib/shared/errors";
import { UNCHANGED, type WholeRevision } from "@/lib/shared/history";
import { type SkillContent, type SkillFile, skillContent } from "@/lib/shared/skills/contract";
import { MAX_SKILLS, SKILL_MD } from "@/lib/shared/skills/fields";
import {
  countSkills,
  enableSkill,
  type NewSkillRevision,
  putSkill,
  readSkill,
  readSkillSummary,
  removeSkill,
  type StoredSkill,
  saveSkill,
} from "@/lib/store/agents/skills";
import { type By, changing, type NewRevision, readLive } from "@/lib/store/revisions";
import { assertContent } from "./files";
import { parseSkillMd } from "./skill-md";

const MAX_ATTEMPTS = 5;

export type SkillSave = { markdown?: string; files?: readonly SkillFile[]; remove?: readonly string[] };
/** `live` is false if the version is held. */
export type SavedSkill = { name: string; version: number; live?: false; note?: string };

export async function skillOf(agentId: string, name: string): Promise<StoredSkill> {
  const live = await readSkill(agentId, name);
  if (!live) throw noSkill(name);
  return live;
}

export const noSkill = (name: string): AppError =>
  new AppError("not_found", `There is no skill "${name}". Choose one from the list of skills.`);

/** Checks a skill, and returns the name and description of its frontmatter. */
export function checkSkill(content: SkillContent): { name: string; description: string } {
  assertContent(content);
  return parseSkillMd(content.markdown).frontmatter;
}

/** Returns the revision of a checked content, or of a deletion. */
export const skillRevision = ({ content, ...by }: NewRevision): NewSkillRevision => {
  const parsed = content === null ? null : skillContent.parse(content);
  return { ...by, content: parsed, description: parsed ? checkSkill(parsed).description : "" };
};

export async function createSkill(agentId: string, content: SkillContent, by: By): Promise<SavedSkill> {
  const { name, description } = checkSkill(content);
  await assertSkillLimit(agentId);
  const saved = await saveSkill(agentId, name, { base: 0, revision: { content, description, ...by } });
  if (saved) return { name, ...saved };
  throw new AppError("conflict", `A skill "${name}" already exists. Change it or choose another name.`);
}

/** Returns the content after a change. Throws an AppError if the change is invalid. */
export function changedContent(
  name: string,
  before: SkillContent,
  { markdown = before.markdown, files = [], remove = [] }: SkillSave,
): SkillContent {
  for (const path of remove)
    if (!before.files.some((file) => file.path === path)) throw noFile(name, path, before);
  const gone = new Set([...remove, ...files.map(({ path }) => path)]);
  const all = [...before.files.filter(({ path }) => !gone.has(path)), ...files];
  const content = { markdown, files: all.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
  const checked = checkSkill(content);
  if (checked.name !== name)
    throw new AppError(
      "invalid",
      `The name in the frontmatter is "${checked.name}", but the skill is "${name}". To rename a skill, create a new one.`,
    );
  return content;
}

/** Changes a skill. With `version`, only if that version is live. A change without effect creates no version. */
export async function updateSkill(
  agentId: string,
  name: string,
  { version, ...change }: SkillSave & { version?: number },
  by: By,
): Promise<SavedSkill> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const live = await skillOf(agentId, name);
    if (version !== undefined && live.version !== version) throw staleSkill(name, live.version);
    const content = changedContent(name, live.content, change);
    if (JSON.stringify(content) === JSON.stringify(live.content))
      return { name, version: live.version, note: UNCHANGED };
    const { description } = checkSkill(content);
    const revision = { content, description, ...by };
    const saved = await saveSkill(agentId, name, { base: live.version, revision });
    if (saved) return { name, ...saved };
  }
  throw new AppError("conflict", `The skill "${name}" is being changed concurrently. Try again.`);
}

/**
 * Creates a skill, or replaces all of it. The agent's change of a skill may be held while it is tried on recent turns.
 * Returns null if another version than `base` is live.
 */
export async function replaceSkill(
  agentId: string,
  content: SkillContent,
  base: number,
  by: By,
): Promise<SavedSkill | null> {
  const { name, description } = checkSkill(content);
  if (base === 0) await assertSkillLimit(agentId);
  else if (await isHeld(agentId, by)) return holdSkill(agentId, name, { ...by, base, content });
  const saved = await saveSkill(agentId, name, { base, revision: { content, description, ...by } });
  return saved && { name, ...saved };
}

function holdSkill(
  agentId: string,
  name: string,
  change: By & { base: number; content: SkillContent },
): Promise<SavedSkill | null> {
  const item = { agentId, kind: "skill", name } as const;
  return changing(item, async (tx, add) => {
    if ((await readLive(tx, item))?.version !== change.base) return null;
    return { name, ...(await holdVersion(tx, add, item, change)), live: false };
  });
}

/** Deletes a skill. Returns false if it did not exist. Throws a conflict if `version` is not the live version. */
export async function deleteSkill(agentId: string, name: string, by: By, version?: number): Promise<boolean> {
  const gone = await removeSkill(agentId, name, by, version);
  if (gone !== null) return gone;
  throw staleSkill(name, (await readSkillSummary(agentId, name))?.version ?? null);
}

export async function setSkillEnabled(agentId: string, name: string, enabled: boolean): Promise<void> {
  if (!(await enableSkill(agentId, name, enabled))) throw noSkill(name);
}

/** Puts an earlier version live as a new one. Restoring a deletion deletes the skill. */
export async function restoreSkill(
  agentId: string,
  { name, version, content, origins }: WholeRevision,
): Promise<WholeRevision> {
  if (content !== null && !(await readSkillSummary(agentId, name))) await assertSkillLimit(agentId);
  const cause = { restored: { version } };
  const revision = skillRevision({ content, origins, author: "restore", cause });
  return changing({ agentId, kind: "skill", name }, (tx, add) => putSkill(tx, add, agentId, name, revision));
}

/** Throws if no further skill can be created. */
export async function assertSkillLimit(agentId: string): Promise<void> {
  if ((await countSkills(agentId)) < MAX_SKILLS) return;
  throw new AppError(
    "conflict",
    `There are ${MAX_SKILLS} skills, and no more are allowed. Delete one first; you can restore it in History.`,
  );
}

export const staleSkill = (name: string, live: number | null): AppError =>
  new AppError(
    "conflict",
    live === null
      ? `"${name}" was deleted since you read it.`
      : `"${name}" changed since you read it; version ${live} is now live. Read it again.`,
    { details: { version: live } },
  );

export function noFile(name: string, path: string, { files }: SkillContent): AppError {
  const some = [SKILL_MD, ...files.map((file) => file.path)].slice(0, 50).join(", ");
  return new AppError("not_found", `The skill "${name}" has no file "${path}". It has: ${some}.`);
}
