import { createHash } from "node:crypto";
import { AppError } from "@/lib/shared/errors";
import { fileOrigin } from "@/lib/shared/origins";
import type { SkillCandidate, SkillContent, SkillPreview } from "@/lib/shared/skills/contract";
import { MAX_ARCHIVE_BYTES, SKILL_MD, type SkillImport } from "@/lib/shared/skills/fields";
import { readSkill } from "@/lib/store/agents/skills";
import { type FetchedSkills, fetchSkills } from "./address";
import { describeFile, storeFile } from "./files";
import { type SkillFolder, skillFolders } from "./folders";
import { replaceSkill, staleSkill } from "./save";
import { readZip } from "./zip";

type Source = FetchedSkills;
type Found = SkillFolder & { action: SkillCandidate["action"]; base: number; content?: SkillContent };

/** Returns the skills of an archive, a folder or an address, and what importing each would change. */
export async function previewSkills(agentId: string, from: SkillImport["from"]): Promise<SkillPreview> {
  const { entries, within } = await sourceOf(agentId, from);
  const found = await candidates(agentId, await skillFolders(entries, within));
  return { hash: hashOf(found), candidates: found.map(candidateOf) };
}

/**
 * Stores the chosen skills, with the origins of their source. A skill of the same name gets a new version. Throws unless
 * the contents have the hash of the preview.
 */
export async function importSkills(
  agentId: string,
  { from, choose = [], expect }: SkillImport,
): Promise<{ names: string[] }> {
  const { entries, within, origins } = await sourceOf(agentId, from);
  const found = await candidates(agentId, await skillFolders(entries, within));
  if (expect !== undefined && expect !== hashOf(found))
    throw new AppError("conflict", "The skills changed since the preview. Look at them again.");
  const chosen = choose.map((folder) => {
    const one = found.find((candidate) => candidate.folder === folder);
    if (!one) throw new AppError("not_found", `There is no skill in ${folder || "the root folder"}.`);
    if (!one.content) throw new AppError("invalid", `${one.name || folder}: ${one.problem}`);
    return { ...one, content: one.content };
  });
  const twice = chosen.find(({ name }, at) => chosen.findIndex((one) => one.name === name) !== at);
  if (twice) throw new AppError("invalid", `Two of the chosen skills are named ${twice.name}. Choose one.`);
  const by = { author: "import", cause: null, origins } as const;
  for (const { name, content, files, base, action } of chosen) {
    if (action === "same") continue;
    for (const file of files) await storeFile(file);
    if (!(await replaceSkill(agentId, content, base, by))) throw staleSkill(name, base);
  }
  return { names: chosen.map(({ name }) => name) };
}

async function sourceOf(agentId: string, from: SkillImport["from"]): Promise<Source> {
  if ("address" in from) return fetchSkills(agentId, from.address);
  if ("archive" in from) {
    const bytes = Buffer.from(from.archive, "base64");
    if (bytes.length > MAX_ARCHIVE_BYTES)
      throw new AppError("too_large", `An archive has at most ${MAX_ARCHIVE_BYTES / 1_000_000} MB.`);
    return { entries: await readZip(bytes), within: "", origins: [fileOrigin(from.name)] };
  }
  const entries = from.files.map(({ path, base64 }) => {
    const bytes = Buffer.from(base64, "base64");
    return { path: path.normalize("NFC"), size: bytes.length, read: async () => bytes };
  });
  return { entries, within: "", origins: [fileOrigin(from.folder)] };
}

const candidates = (agentId: string, folders: readonly SkillFolder[]): Promise<Found[]> =>
  Promise.all(folders.map((one) => candidate(agentId, one)));

async function candidate(agentId: string, folder: SkillFolder): Promise<Found> {
  const none = { action: "create" as const, base: 0 };
  if (folder.problem) return { ...folder, ...none };
  const { name, markdown, files } = folder;
  const described = files.map(describeFile);
  const content = { markdown, files: described.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
  const live = await readSkill(agentId, name);
  if (!live) return { ...folder, ...none, content };
  const isSame = JSON.stringify(live.content) === JSON.stringify(content);
  return { ...folder, content, action: isSame ? "same" : "change", base: live.version };
}

const candidateOf = ({ folder, name, description, files, markdown, action, moved, problem }: Found) => ({
  ...{ folder, name, description, action, fileCount: files.length },
  bytes: files.reduce((sum, { bytes }) => sum + bytes.length, Buffer.byteLength(markdown)),
  ...(problem !== undefined && { problem }),
  ...(moved.length > 0 && { moved }),
});

function hashOf(found: readonly Found[]): string {
  const hash = createHash("sha256");
  for (const { folder, markdown, files, problem } of found) {
    hash.update(JSON.stringify([folder, SKILL_MD, markdown, problem ?? null]));
    for (const { path, bytes } of files) hash.update(JSON.stringify([path, bytes.length])).update(bytes);
  }
  return hash.digest("hex");
}
