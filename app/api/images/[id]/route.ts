import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { toClient } from "@/lib/store/data/files";
import { readImage } from "@/lib/store/data/media";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params: z.object({ id: uuid }) }, async ({ agentId, params: { id } }) => {
    const { file, messageId, source, edits } = await readImage(agentId, id);
    return {
      file: toClient(file),
      messageId,
      source: source && toClient(source),
      edits: edits.map(toClient),
    };
  }),
});
