import { z } from "zod";
import { inspectDatabase, packDatabase } from "@/lib/data/sqlite/pack";
import { putDatabase } from "@/lib/data/sqlite/restore";
import * as blobs from "@/lib/ground/blobs/blobs";
import { isAppError } from "@/lib/shared/errors";
import { base64 } from "../cut-bytes";
import { refuseFile } from "../file-problem";
import { changeOfItem, defineSection } from "./define";

export const databaseSection = defineSection({
  async *write(agentId) {
    const packed = await packDatabase(agentId);
    const bytes = packed && (await blobs.openBlob(packed.hash));
    if (!packed || !bytes) return;
    yield `{"tables":${JSON.stringify(packed.tables)},"bytes":"`;
    yield* base64(bytes);
    yield '"}';
  },
  file: z.strictObject({
    /** For readers of the file. The import uses only the bytes. */
    tables: z.array(z.strictObject({ name: z.string(), row_count: z.number().nullable() })).max(10_000),
    /** The file compressed with zstd, as base64. `cutBytes` replaces it by a hash. */
    bytes: z.string(),
  }),
  async plan(agentId, { bytes: hash }, blobSizes) {
    const size = blobSizes.get(hash);
    if (size === undefined) throw refuseFile(["database", "bytes"], "it must be the database as base64");
    const here = await packDatabase(agentId);
    if (here?.hash === hash) return { same: 1, planned: [] };
    const copy = await inspectDatabase(agentId, hash, size).catch((error) => {
      if (isAppError(error) && error.code !== "unavailable") throw refuseFile(["database"], error.message);
      throw error;
    });
    const change = changeOfItem("database", "database", here ? "change" : "create", {
      detail: detailOf(copy.tables),
    });
    const put = async () => {
      await putDatabase(agentId, { ...copy, reason: "restore" }, { author: "import", cause: null });
    };
    return { same: 0, planned: [{ change, digest: `${here?.hash} ${hash}`, put }] };
  },
});

function detailOf(tables: { name: string }[]): string {
  const names = tables.map(({ name }) => name);
  return names.length > 5 ? `${names.length} tables` : names.join(", ");
}
