import { AppError, isAppError } from "@/lib/shared/errors";
import {
  MAX_SKILL_BYTES,
  MAX_SKILL_FILE_BYTES,
  MAX_SKILL_FILES,
  MAX_SKILLS,
  SKILL_MD,
} from "@/lib/shared/skills/fields";
import { assertContent, describeFile, type RawFile, textOf } from "./files";
import { adaptSkillMd, parseSkillMd } from "./skill-md";

/** A file of an archive or an upload, which is not read yet. `problem`: why a skill cannot contain it. */
export type Entry = { path: string; size: number; problem?: string; read(): Promise<Uint8Array> };

/** A folder with a SKILL.md. With `problem` it cannot be imported, and has no files. */
export type SkillFolder = {
  folder: string;
  name: string;
  description: string;
  markdown: string;
  files: RawFile[];
  moved: string[];
  problem?: string;
};

/** Maximum bytes of all skills in one archive. */
const MAX_TOTAL = 60_000_000;
/** Files of operating systems and version control, which no skill needs. */
const JUNK = /(?:^|\/)(?:__MACOSX|\.git|\.DS_Store|Thumbs\.db|node_modules|__pycache__)(?:\/|$)/;

/**
 * Finds the folders with a SKILL.md below `within` and reads their files. A folder within a skill belongs to that skill.
 * Throws an AppError if there is none.
 */
export async function skillFolders(all: readonly Entry[], within = ""): Promise<SkillFolder[]> {
  const entries = all.filter(({ path }) => isBelow(path, within) && !JUNK.test(path));
  const manifests = entries.filter(({ path }) => /(?:^|\/)skill\.md$/i.test(path));
  const folders = manifests.map(({ path }) => path.replace(/\/?[^/]*$/, "")).toSorted();
  const roots = folders.filter((one) => !folders.some((other) => other !== one && isBelow(one, other)));
  if (roots.length === 0)
    throw new AppError(
      "invalid",
      `There is no ${SKILL_MD}${within && ` below ${within}`}, so there is no skill.`,
    );
  if (roots.length > MAX_SKILLS)
    throw new AppError(
      "invalid",
      `There are ${roots.length} skills; at most ${MAX_SKILLS} are read at once.`,
    );
  const found: SkillFolder[] = [];
  let total = 0;
  for (const folder of roots) {
    const files = entries.filter(({ path }) => isBelow(path, folder));
    total += files.reduce((sum, { size }) => sum + size, 0);
    const isTooMuch = total > MAX_TOTAL && `The archive has more than ${MAX_TOTAL / 1_000_000} MB of skills.`;
    found.push(await readFolder(folder, files, isTooMuch || undefined));
  }
  return found;
}

const isBelow = (path: string, folder: string): boolean => folder === "" || path.startsWith(`${folder}/`);

async function readFolder(folder: string, entries: Entry[], refusal?: string): Promise<SkillFolder> {
  const relative = ({ path }: Entry) => (folder === "" ? path : path.slice(folder.length + 1));
  const manifest = entries.find((one) => relative(one).toLowerCase() === "skill.md");
  const found = {
    ...{ folder, name: folder.split("/").at(-1) ?? "", description: "", markdown: "" },
    ...{ files: [] as RawFile[], moved: [] as string[] },
  };
  try {
    const others = entries.filter((one) => one !== manifest);
    if (!manifest) throw new AppError("invalid", `There is no ${SKILL_MD}.`);
    assertEntries(entries, others.length, refusal);
    const text = textOf(await manifest.read());
    if (text === null) throw new AppError("invalid", `${manifest.path} is not UTF-8 text.`);
    const { markdown, moved } = adaptSkillMd(text);
    const { name, description } = parseSkillMd(markdown).frontmatter;
    const files: RawFile[] = [];
    for (const one of others) files.push({ path: relative(one), bytes: await one.read() });
    assertContent({ markdown, files: files.map(describeFile) });
    return { ...found, name, description, markdown, files, moved };
  } catch (error) {
    if (isAppError(error)) return { ...found, problem: error.message };
    throw error;
  }
}

function assertEntries(entries: readonly Entry[], count: number, refusal: string | undefined): void {
  if (refusal) throw new AppError("too_large", refusal);
  if (count > MAX_SKILL_FILES)
    throw new AppError("too_large", `It has ${count} files; a skill has at most ${MAX_SKILL_FILES}.`);
  for (const { path, size, problem } of entries) {
    if (problem) throw new AppError("invalid", problem);
    if (size > MAX_SKILL_FILE_BYTES)
      throw new AppError(
        "too_large",
        `${path} has ${size} bytes; at most ${MAX_SKILL_FILE_BYTES} are allowed.`,
      );
  }
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  if (bytes > MAX_SKILL_BYTES)
    throw new AppError("too_large", `It has ${bytes} bytes; a skill has at most ${MAX_SKILL_BYTES}.`);
}
