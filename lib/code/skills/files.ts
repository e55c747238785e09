import { createHash } from "node:crypto";
import { z } from "zod";
import { put, read } from "@/lib/ground/blobs/blobs";
import { AppError } from "@/lib/shared/errors";
import { explainIssues } from "@/lib/shared/issues";
import type { SkillContent, SkillFile, SkillFileView } from "@/lib/shared/skills/contract";
import {
  MAX_INLINE_TEXT,
  MAX_SKILL_FILE_BYTES,
  type NewSkillFile,
  skillFields,
} from "@/lib/shared/skills/fields";
import { isStorable } from "@/lib/shared/text/storable";

export type RawFile = { path: string; bytes: Uint8Array };

const content = z.strictObject(skillFields);

/** Throws an AppError if the files exceed a limit or a path is invalid. */
export function assertContent(value: SkillContent): void {
  const { error } = content.safeParse(value);
  if (error) throw new AppError("invalid", explainIssues(withPaths(error, value)));
}

/** Names files by their path instead of their position. */
function withPaths(error: z.ZodError, { files }: SkillContent): z.ZodError {
  const issues = error.issues.map((issue) => {
    const [field, at] = issue.path;
    const file = field === "files" && typeof at === "number" ? files[at] : undefined;
    return file ? { ...issue, path: [file.path] } : issue;
  });
  return new z.ZodError(issues);
}

/** Returns a file as a revision names it. Short text is part of the revision, and other bytes become a blob. */
export function describeFile({ path, bytes }: RawFile): SkillFile {
  const text = bytes.length <= MAX_INLINE_TEXT * 4 ? textOf(bytes) : null;
  if (text !== null && text.length <= MAX_INLINE_TEXT) return { path, text };
  if (bytes.length > MAX_SKILL_FILE_BYTES) throw tooLarge(path);
  return { path, hash: createHash("sha256").update(bytes).digest("hex"), size: bytes.length };
}

/** Describes a file and stores its bytes if they become a blob. */
export async function storeFile(file: RawFile): Promise<SkillFile> {
  const described = describeFile(file);
  if ("hash" in described) await put(file.bytes, MAX_SKILL_FILE_BYTES);
  return described;
}

export const tooLarge = (path: string): AppError =>
  new AppError(
    "too_large",
    `${path} is larger than ${MAX_SKILL_FILE_BYTES / 1_000_000} MB, the maximum of a file in a skill.`,
  );

/** Returns the text of a file; null if it is not storable UTF-8. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return isStorable(text) ? text : null;
  } catch {
    return null;
  }
}

export async function bytesOf(file: SkillFile): Promise<Uint8Array> {
  if ("text" in file) return new TextEncoder().encode(file.text);
  const bytes = await read(file.hash);
  if (!bytes) throw new AppError("not_found", `The bytes of ${file.path} are missing on this server.`);
  return bytes;
}

/** Returns a file with its text; null for a binary file. */
export async function viewOf(file: SkillFile): Promise<SkillFileView> {
  const { path } = file;
  if ("text" in file) return { path, size: new TextEncoder().encode(file.text).length, text: file.text };
  return { path, size: file.size, text: textOf(await bytesOf(file)) };
}

/** Decodes the files of a request. */
export const rawFiles = (files: readonly NewSkillFile[]): RawFile[] =>
  files.map((file) => ({
    path: file.path,
    bytes: "text" in file ? new TextEncoder().encode(file.text) : Buffer.from(file.base64, "base64"),
  }));
