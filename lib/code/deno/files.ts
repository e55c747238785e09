import { createReadStream } from "node:fs";
import { describe } from "@/lib/data/files/describe";
import { isTable, readingOf } from "@/lib/data/files/reading";
import type { WrittenBy } from "@/lib/data/sqlite/types";
import { put } from "@/lib/ground/blobs/blobs";
import { AppError } from "@/lib/shared/errors";
import { fileIdOf } from "@/lib/shared/file-address";
import { publish } from "@/lib/store/bus";
import { add, type FileRow, listIn, readMany } from "@/lib/store/data/files";
import type { OutputFile } from "./folder";

/** Maximum bytes of all output files of one program together. */
const MAX_OUTPUT_BYTES = 20_000_000;
const MAX_OUTPUT_FILES = 50;
/** Maximum bytes of all input files of one program together. */
const MAX_INPUT_BYTES = 100_000_000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns stored files by id, by address, or by name in the conversation. Throws with a message for the
 * model.
 */
export async function resolveInputFiles(
  agentId: string,
  conversationId: string,
  wanted: readonly string[],
): Promise<FileRow[]> {
  if (wanted.length === 0) return [];
  const ids = wanted.map((one) => fileIdOf(one) ?? (UUID.test(one) ? one : undefined));
  const byId = new Map(
    (await readMany(agentId, [...new Set(ids.filter((id) => id !== undefined))])).map((file) => [
      file.id,
      file,
    ]),
  );
  const inConversation = ids.includes(undefined) ? await listIn(agentId, conversationId) : [];
  const files = wanted.map((one, at) => {
    const id = ids[at];
    const file = id === undefined ? inConversation.find(({ name }) => name === one) : byId.get(id);
    if (file && !file.deleted) return file;
    const names = [...new Set(inConversation.map(({ name }) => name))].slice(0, 20).join(", ");
    throw new AppError(
      "not_found",
      `files: there is no file ${JSON.stringify(one.slice(0, 100))}. Use a name in this conversation${names && ` (${names})`}, or the id in /api/files/<id>.`,
    );
  });
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_INPUT_BYTES)
    throw new AppError("too_large", "files: they exceed 100 MB in total. Pass fewer.");
  return files;
}

export type ResultFile = {
  id: string;
  name: string;
  size: number;
  type: string;
  width?: number;
  height?: number;
  table?: string;
};

type StoredFiles = { files: ResultFile[]; left_behind: LeftBehind[] };
type LeftBehind = { name: string; size: number; reason: string };

type OutputOptions = {
  agentId: string;
  by: WrittenBy & { cause: { conversationId: string; messageId: string; toolCallId: string } };
  tables: boolean;
};

function whyNotStored(size: number, bytes: number, files: number): string | null {
  const mb = MAX_OUTPUT_BYTES / 1_000_000;
  if (size > MAX_OUTPUT_BYTES) return `The file is larger than ${mb} MB. Write a smaller one.`;
  if (files === MAX_OUTPUT_FILES) return `One run can store at most ${MAX_OUTPUT_FILES} files. Write fewer.`;
  if (bytes + size > MAX_OUTPUT_BYTES)
    return `The files of this run exceed ${mb} MB in total. Write less at once.`;
  return null;
}

export async function storeOutputFiles(
  left: readonly OutputFile[],
  { agentId, by, tables }: OutputOptions,
): Promise<StoredFiles> {
  const stored: StoredFiles = { files: [], left_behind: [] };
  let bytes = 0;
  for (const { path, name, size } of left) {
    const reason = whyNotStored(size, bytes, stored.files.length);
    if (reason) {
      stored.left_behind.push({ name, size, reason });
      continue;
    }
    bytes += size;
    const { conversationId, messageId, toolCallId } = by.cause;
    const blob = await put(createReadStream(path), MAX_OUTPUT_BYTES);
    const file = await add(agentId, {
      ...blob,
      ...(await describe(blob.hash, name)),
      origin: "generated",
      ...{ conversationId, messageId, toolCallId },
      origins: by.origins,
    });
    publish({ type: "file", agent: agentId, id: file.id });
    const reading = tables && isTable(file) ? await readingOf(file, agentId, by) : null;
    const { width, height } = file;
    stored.files.push({
      ...{ id: file.id, name: file.name, size: file.size, type: file.mediaType },
      ...(width && height && { width, height }),
      ...(reading?.kind === "table" && { table: reading.table }),
    });
  }
  return stored;
}
