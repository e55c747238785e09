import { z } from "zod";
import { allowedFolder, readFolder } from "@/lib/data/files/folders";
import { env } from "@/lib/ground/base/env";
import { route, routes } from "@/lib/platform/http/route";
import { addFolder, listFolders } from "@/lib/store/data/folders";

const query = z.object({ projectId: z.uuid() });
const body = z.strictObject({
  projectId: z.uuid(),
  path: z
    .string()
    .min(1, "Enter a path")
    .max(4_000)
    .refine((path) => !path.includes("\0"), "Not a path"),
});

/** Time for the first files. The others follow in the background. */
const FIRST_MS = 3_000;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "edit", query }, async ({ agentId, query: { projectId } }) => ({
    folders: await listFolders(agentId, projectId),
    allowed: env().EASEL_FOLDERS,
  })),
  /** Only the owner of the workspace can read its disk. */
  POST: route(
    { agent: true, role: "owner", right: "own", body, fromPage: true },
    async ({ agentId, body: { projectId, path } }) => {
      const real = await allowedFolder(path);
      const id = await addFolder(agentId, projectId, real);
      await readFolder({ id, agentId, projectId, path: real }, AbortSignal.timeout(FIRST_MS));
      return { folders: await listFolders(agentId, projectId), allowed: env().EASEL_FOLDERS };
    },
  ),
});
