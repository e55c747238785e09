import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { removeFolder } from "@/lib/store/data/folders";

const params = z.object({ id: z.uuid() });
const query = z.object({ files: z.enum(["keep", "delete"]).default("keep") });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  DELETE: route(
    { agent: true, role: "owner", right: "own", params, query },
    async ({ agentId, params: { id }, query: { files } }) => {
      await removeFolder(agentId, id, { keepsFiles: files === "keep" });
      return { deleted: true };
    },
  ),
});
