import { rawFiles, storeFile } from "@/lib/code/skills/files";
import { createSkill } from "@/lib/code/skills/save";
import { skillView } from "@/lib/code/skills/view";
import { route, routes } from "@/lib/platform/http/route";
import { newSkill, SKILL_BYTES } from "@/lib/shared/skills/fields";
import { listSkills } from "@/lib/store/agents/skills";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ skills: await listSkills(agentId) })),
  POST: route(
    { agent: true, body: newSkill, maxBytes: SKILL_BYTES },
    async ({ agentId, body: { markdown, files } }) => {
      const content = { markdown, files: await Promise.all(rawFiles(files).map(storeFile)) };
      const { name } = await createSkill(agentId, content, { author: "person", cause: null });
      return skillView(agentId, name);
    },
  ),
});
