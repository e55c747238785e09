import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { readPassages, requeueText } from "@/lib/store/data/file-texts";
import { read, toClient } from "@/lib/store/data/files";

const params = z.object({ id: uuid });
const query = z.object({
  from: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(40),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** Returns passages of the file's text, from the passage `from` on. */
  GET: route({ agent: true, right: "use", params, query }, async ({ agentId, params: { id }, query }) => {
    const { text } = await read(agentId, id);
    return { text, passages: await readPassages(agentId, id, query), total: text.passages ?? 0 };
  }),
  /** Has the file read again, for example after a failure. */
  POST: route({ agent: true, params }, async ({ agentId, params: { id } }) => {
    await read(agentId, id);
    await requeueText(agentId, id);
    return { file: toClient(await read(agentId, id)) };
  }),
});
