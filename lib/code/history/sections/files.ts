import { z } from "zod";
import { describe } from "@/lib/data/files/describe";
import * as blobs from "@/lib/ground/blobs/blobs";
import { originList } from "@/lib/shared/origins";
import { isoTime } from "@/lib/shared/text/iso-time";
import { bringFiles, filesOfAgent, type TravellingFile } from "@/lib/store/agents/travelling-files";
import { readMany } from "@/lib/store/data/files";
import { base64 } from "../cut-bytes";
import { refuseFile } from "../file-problem";
import { changeOfThing, defineSection, lines } from "./define";

const text = (most: number) => z.string().max(most).nullable();

const file = z.strictObject({
  id: z.uuid(),
  name: z.string().min(1).max(300),
  mediaType: z.string().max(200),
  origin: z.enum(["upload", "generated", "edited"]),
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
 * Uploaded and generated files, without deleted ones. Metadata that follows from the bytes is determined
 * again.
 */
export const filesSection = defineSection({
  write: (agentId, read) => lines(entries(read<TravellingFile>(filesOfAgent(agentId)))),
  file: z.array(file),
  async plan(agentId, given, brought) {
    const there = new Map(
      (
        await readMany(
          agentId,
          given.map(({ id }) => id),
        )
      ).map((row) => [row.id, row] as const),
    );
    const ids = new Set<string>();
    let same = 0;
    const coming: { file: TravellingFile; isBack: boolean }[] = [];
    for (const [at, { bytes: hash, origins = [], ...rest }] of given.entries()) {
      if (ids.has(rest.id)) throw refuseFile(["files", at], "its id appears twice");
      ids.add(rest.id);
      const size = brought.get(hash);
      if (size === undefined) throw refuseFile(["files", at, "bytes"], "it must be the file as base64");
      const here = there.get(rest.id);
      if (here && here.hash !== hash)
        throw refuseFile(["files", at, "id"], "the agent has a different file with this id");
      if (here && !here.deleted) {
        same++;
        continue;
      }
      const described = await describe(hash, rest.name, rest.mediaType);
      const createdAt = new Date(Math.min(Date.parse(rest.createdAt), Date.now())).toISOString();
      coming.push({
        file: { ...rest, ...described, origins, hash, size, createdAt },
        isBack: here !== undefined,
      });
    }
    const planned = coming.map(({ file, isBack }) => ({
      change: changeOfThing("file", file.id, "create", { title: file.name, detail: sizeOf(file.size) }),
      digest: `${file.hash} ${isBack}`,
      put: () => bringFiles(agentId, [file]),
    }));
    return { same, planned };
  },
});

async function* entries(rows: AsyncIterable<TravellingFile>): AsyncGenerator<string> {
  for await (const { hash, size: _, width: __, height: ___, origins, createdAt, ...row } of rows) {
    const bytes = await blobs.openBlob(hash);
    // Missing in the data folder.
    if (!bytes) continue;
    const head = JSON.stringify({ ...row, ...(origins.length > 0 && { origins }), createdAt });
    const pieces: string[] = [];
    for await (const piece of base64(bytes)) pieces.push(piece);
    yield `${head.slice(0, -1)},"bytes":"${pieces.join("")}"}`;
  }
}

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
