import * as z from "zod/mini";

/** A file of a skill: its text, or the SHA-256 of its bytes, which are stored as a blob. */
export const skillFile = z.union([
  z.object({ path: z.string(), text: z.string() }),
  z.object({ path: z.string(), hash: z.string(), size: z.number() }),
]);
export type SkillFile = z.infer<typeof skillFile>;

/** Content of a revision of kind "skill". `markdown` is the whole SKILL.md with its frontmatter. */
export const skillContent = z.object({ markdown: z.string(), files: z.array(skillFile) });
export type SkillContent = z.infer<typeof skillContent>;

/** The frontmatter of SKILL.md, with the names of the Agent Skills specification. */
export const frontmatter = z.object({
  name: z.string(),
  description: z.string(),
  license: z.optional(z.string()),
  compatibility: z.optional(z.string()),
  "allowed-tools": z.optional(z.string()),
  metadata: z.optional(z.record(z.string(), z.string())),
});
export type Frontmatter = z.infer<typeof frontmatter>;

export const skillSummary = z.object({
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  version: z.number(),
  fileCount: z.number(),
  updatedAt: z.string(),
  origins: z.array(z.string()),
});
export type SkillSummary = z.infer<typeof skillSummary>;
export const skillList = z.object({ skills: z.array(skillSummary) });

/** `text` is null for a binary file. */
export const skillFileView = z.object({
  path: z.string(),
  size: z.number(),
  text: z.nullable(z.string()),
});
export type SkillFileView = z.infer<typeof skillFileView>;

/** A skill as its page shows it. `body` is SKILL.md without the frontmatter. */
export const skillView = z.extend(skillSummary, {
  markdown: z.string(),
  frontmatter,
  body: z.string(),
  files: z.array(skillFileView),
});
export type SkillView = z.infer<typeof skillView>;

/** A folder with a SKILL.md in an archive. `problem`: why it cannot be imported. */
export const skillCandidate = z.object({
  folder: z.string(),
  name: z.string(),
  description: z.string(),
  fileCount: z.number(),
  bytes: z.number(),
  /** `change` and `same`: the agent has a skill of this name. */
  action: z.enum(["create", "change", "same"]),
  problem: z.optional(z.string()),
  /** Fields that the specification does not allow as they are; the metadata has them. */
  moved: z.optional(z.array(z.string())),
});
export type SkillCandidate = z.infer<typeof skillCandidate>;
export const skillPreview = z.object({ hash: z.string(), candidates: z.array(skillCandidate) });
export type SkillPreview = z.infer<typeof skillPreview>;

export const importedSkills = z.object({ names: z.array(z.string()) });
