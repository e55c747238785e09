import { z } from "zod";
import { describe } from "@/lib/data/files/describe";
import * as blobs from "@/lib/ground/blobs/blobs";
import { FILE_ORIGINS } from "@/lib/shared/files";
import { originList } from "@/lib/shared/origins";
import { isoTime } from "@/lib/shared/text/iso-time";
import { type ExportedFile, filesOfAgent, importFiles } from "@/lib/store/agents/exported-files";
import { readMany } from "@/lib/store/data/files";
import { base64 } from "../cut-bytes";
import { refuseFile } from "../file-problem";
import { changeOfItem, defineSection, lines } from "./define";

const text = (maxChars: number) => z.string().max(maxChars).nullable();

const file = z.strictObject({
  id: z.uuid(),
  name: z.string().min(1).max(300),
  mediaType: z.string().max(200),
  origin: z.enum(FILE_ORIGINS).exclude(["export"]),
  prompt: text(20_000),
  description: text(20_000),
  model: text(300),
  sourceId: z.uuid().nullable(),
  origins: z.optional(originList),
  createdAt: isoTime,
  /** Base64 in the file. `cutBytes` replaces it by a hash. */
  bytes: z.string(),
});

/**
 * Exports uploaded and generated files, without deleted ones and exports. An import derives the type, size and similar
 * metadata again from the bytes.
 */
export const filesSection = defineSection({
  write: (agentId, read) => lines(entries(read<ExportedFile>(filesOfAgent(agentId)))),
  file: z.array(file),
  async plan(agentId, list, blobSizes) {
    const existing = new Map(
      (
        await readMany(
          agentId,
          list.map(({ id }) => id),
        )
      ).map((row) => [row.id, row] as const),
    );
    const ids = new Set<string>();
    let same = 0;
    const newFiles: { file: ExportedFile; isRestored: boolean }[] = [];
    for (const [at, { bytes: hash, origins = [], ...rest }] of list.entries()) {
      if (ids.has(rest.id)) throw refuseFile(["files", at], "its id appears twice");
      ids.add(rest.id);
      const size = blobSizes.get(hash);
      if (size === undefined) throw refuseFile(["files", at, "bytes"], "it must be the file as base64");
      const here = existing.get(rest.id);
      if (here && here.hash !== hash)
        throw refuseFile(["files", at, "id"], "the agent has a different file with this id");
      if (here && !here.deleted) {
        same++;
        continue;
      }
      const described = await describe(hash, rest.name, rest.mediaType);
      const createdAt = new Date(Math.min(Date.parse(rest.createdAt), Date.now())).toISOString();
      newFiles.push({
        file: { ...rest, ...described, origins, hash, size, createdAt },
        isRestored: here !== undefined,
      });
    }
    const planned = newFiles.map(({ file, isRestored }) => ({
      change: changeOfItem("file", file.id, "create", { title: file.name, detail: sizeOf(file.size) }),
      digest: `${file.hash} ${isRestored}`,
      put: () => importFiles(agentId, [file]),
    }));
    return { same, planned };
  },
});

async function* entries(rows: AsyncIterable<ExportedFile>): AsyncGenerator<string> {
  for await (const { hash, size: _, width: __, height: ___, origins, createdAt, ...row } of rows) {
    const bytes = await blobs.openBlob(hash);
    // Skip a file whose bytes are missing in the data folder.
    if (!bytes) continue;
    const head = JSON.stringify({ ...row, ...(origins.length > 0 && { origins }), createdAt });
    const pieces: string[] = [];
    for await (const piece of base64(bytes)) pieces.push(piece);
    yield `${head.slice(0, -1)},"bytes":"${pieces.join("")}"}`;
  }
}

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
