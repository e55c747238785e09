import { z } from "zod";
import * as blobs from "@/lib/ground/blobs/blobs";
import { skillFileHashes } from "@/lib/store/agents/skill-files";
import { base64 } from "../cut-bytes";
import { defineSection, lines } from "./define";

/**
 * The bytes of binary files in skills. Versions of skills name them by hash, so that versions can share them. The
 * import compares the hashes (`assertValid` in `import.ts`).
 */
export const skillFiles = defineSection({
  write: (agentId, read) => lines(entries(read<{ hash: string }>(skillFileHashes(agentId)))),
  /** Base64 in the file. `cutBytes` replaces it by a hash. */
  file: z.array(z.strictObject({ bytes: z.string() })),
  plan: async () => ({ same: 0, planned: [] }),
});

async function* entries(rows: AsyncIterable<{ hash: string }>): AsyncGenerator<string> {
  for await (const { hash } of rows) {
    const bytes = await blobs.openBlob(hash);
    if (!bytes) continue;
    const pieces: string[] = [];
    for await (const piece of base64(bytes)) pieces.push(piece);
    yield `{"bytes":"${pieces.join("")}"}`;
  }
}
