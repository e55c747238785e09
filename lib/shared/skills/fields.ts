import { z } from "zod";
import { isStorable } from "@/lib/shared/text/storable";

export const MAX_SKILLS = 200;
export const MAX_SKILL_FILES = 200;
/** Maximum characters of a description, by the Agent Skills specification. */
export const MAX_DESCRIPTION = 1_024;
export const MAX_MARKDOWN = 200_000;
/** Maximum bytes of one file, and of all files of a skill. */
export const MAX_SKILL_FILE_BYTES = 2_000_000;
export const MAX_SKILL_BYTES = 8_000_000;
/** Longer text files are stored as bytes. */
export const MAX_INLINE_TEXT = 100_000;
const MAX_PATH = 200;
const MAX_DEPTH = 8;
export const SKILL_MD = "SKILL.md";

/** Maximum bytes of an uploaded archive, and of a request with it as base64. */
export const MAX_ARCHIVE_BYTES = 20_000_000;
export const SKILL_IMPORT_BYTES = 28_000_000;
/** Maximum bytes of a request that creates or changes a skill. */
export const SKILL_BYTES = 12_000_000;

export const skillName = z
  .string()
  .max(64, "A name has at most 64 characters")
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    "A name has lowercase letters, digits and single hyphens between them, such as pdf-forms",
  );

const text = z.string().refine(isStorable, "Contains a character that cannot be stored");
const line = (max: number) => text.trim().min(1, "Must not be empty").max(max);

/** Frontmatter of the Agent Skills specification. Unknown fields are refused, as `skills-ref validate` does. */
export const skillFrontmatter = z.strictObject({
  name: skillName,
  description: line(MAX_DESCRIPTION),
  license: line(500).optional(),
  compatibility: line(500).optional(),
  "allowed-tools": line(2_000).optional(),
  metadata: z
    .record(line(200), z.union([text, z.number(), z.boolean()]).transform(String))
    .refine((all) => Object.keys(all).length <= 100, "At most 100 entries")
    .optional(),
});

const SEGMENT = /^[^\p{C}\\/:*?"<>|]+$/u;
const isSegment = (one: string): boolean =>
  SEGMENT.test(one) && one !== "." && one !== ".." && one.trim() === one && !one.endsWith(".");

/** Path of a file relative to the skill's folder. It is valid on all systems. */
export const skillPath = text
  .max(MAX_PATH, `A path has at most ${MAX_PATH} characters`)
  .refine(
    (path) => path.split("/").every(isSegment),
    "Give a relative path such as scripts/main.ts, without . or .., backslashes and special characters",
  )
  .refine((path) => path.split("/").length <= MAX_DEPTH, `A path has at most ${MAX_DEPTH} levels`)
  .refine((path) => path.toLowerCase() !== "skill.md", "SKILL.md is given as markdown, not as a file");

export const skillMarkdown = text
  .min(1, "SKILL.md is empty")
  .max(MAX_MARKDOWN, `SKILL.md has at most ${MAX_MARKDOWN.toLocaleString("en")} characters`);

const inlineText = text.max(MAX_INLINE_TEXT);
const storedFile = z.union([
  z.strictObject({ path: skillPath, text: inlineText }),
  z.strictObject({
    path: skillPath,
    hash: z.string().regex(/^[0-9a-f]{64}$/, "Must be a SHA-256"),
    size: z.int().min(0).max(MAX_SKILL_FILE_BYTES),
  }),
]);

/** Returns the first path that another one equals or contains, ignoring case; undefined if none does. */
export function conflictingPath(paths: readonly string[]): string | undefined {
  const seen = new Set<string>();
  const folders = new Set<string>();
  for (const path of paths) {
    const lower = path.toLowerCase();
    const parts = lower.split("/");
    const above = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
    if (seen.has(lower) || folders.has(lower) || above.some((one) => seen.has(one))) return path;
    seen.add(lower);
    for (const one of above) folders.add(one);
  }
  return undefined;
}

const encoder = new TextEncoder();
export const sizeOfFile = (file: { text: string } | { size: number }): number =>
  "text" in file ? encoder.encode(file.text).length : file.size;

/** Fields of a skill in an agent file, and of a revision. */
export const skillFields = {
  markdown: skillMarkdown,
  files: z
    .array(storedFile)
    .max(MAX_SKILL_FILES, `A skill has at most ${MAX_SKILL_FILES} files`)
    .refine((files) => conflictingPath(files.map(({ path }) => path)) === undefined, {
      error: ({ input }) =>
        `"${conflictingPath((input as { path: string }[]).map(({ path }) => path))}" appears twice, or is a file and a folder`,
    })
    .refine(
      (files) => files.reduce((sum, file) => sum + sizeOfFile(file), 0) <= MAX_SKILL_BYTES,
      `The files of a skill have at most ${MAX_SKILL_BYTES / 1_000_000} MB together`,
    ),
};

/** A file to store, as text or as base64. */
const newFile = z.union([
  z.strictObject({ path: skillPath, text }),
  z.strictObject({ path: skillPath, base64: z.base64() }),
]);
export type NewSkillFile = z.output<typeof newFile>;

const newFiles = z.array(newFile).max(MAX_SKILL_FILES, `A skill has at most ${MAX_SKILL_FILES} files`);
const version = z.int().min(1).max(1_000_000_000);

export const newSkill = z.strictObject({ markdown: skillMarkdown, files: newFiles.default([]) });

export const skillChange = z.strictObject({
  markdown: skillMarkdown.optional(),
  /** Files to add or replace. */
  files: newFiles.optional(),
  /** Paths of files to remove. */
  remove: z.array(z.string().max(MAX_PATH)).max(MAX_SKILL_FILES).optional(),
  enabled: z.boolean().optional(),
  /** The version that was edited. If another version is live, the change is a conflict. */
  version: version.optional(),
});

const uploaded = z.strictObject({ path: z.string().min(1).max(500), base64: z.base64() });

/** An archive, a folder or an address. Without `choose` nothing is stored, and the skills in it are returned. */
export const skillImport = z.strictObject({
  from: z.union([
    z.strictObject({ name: z.string().min(1).max(300), archive: z.base64() }),
    z.strictObject({ folder: z.string().min(1).max(300), files: z.array(uploaded).min(1).max(2_000) }),
    z.strictObject({ address: z.url({ protocol: /^https?$/ }).max(2_000) }),
  ]),
  /** Folders of the skills to store. */
  choose: z.array(z.string().max(500)).min(1).max(MAX_SKILLS).optional(),
  /** Hash of the preview. The import fails if the contents differ. */
  expect: z.string().max(100).optional(),
});
export type SkillImport = z.output<typeof skillImport>;
