import { route, routes } from "@/lib/platform/http/route";
import { newProject } from "@/lib/shared/projects/fields";
import { createProject, listProjects } from "@/lib/store/agents/projects";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use" }, async ({ agentId }) => ({
    projects: await listProjects(agentId),
  })),
  POST: route({ agent: true, body: newProject }, ({ agentId, body }) =>
    createProject(agentId, body, { author: "person", cause: null }),
  ),
});
