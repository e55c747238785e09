import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { projectChange } from "@/lib/shared/projects/fields";
import { changeProject, deleteProject, readProject } from "@/lib/store/agents/projects";

const params = z.object({ id: z.uuid() });
const user = { author: "person", cause: null } as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use", params }, async ({ agentId, params: { id } }) => ({
    project: await readProject(agentId, id),
  })),
  PATCH: route({ agent: true, params, body: projectChange }, ({ agentId, params: { id }, body }) =>
    changeProject(agentId, id, body, user),
  ),
  DELETE: route({ agent: true, params }, async ({ agentId, params: { id } }) => {
    await deleteProject(agentId, id, user);
    return { deleted: true };
  }),
});
