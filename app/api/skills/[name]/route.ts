import { z } from "zod";
import { rawFiles, storeFile } from "@/lib/code/skills/files";
import { deleteSkill, noSkill, setSkillEnabled, updateSkill } from "@/lib/code/skills/save";
import { skillView } from "@/lib/code/skills/view";
import { expectedVersion } from "@/lib/platform/http/if-match";
import { route, routes } from "@/lib/platform/http/route";
import { SKILL_BYTES, skillChange } from "@/lib/shared/skills/fields";

const params = z.object({ name: z.string() });
const user = { author: "person", cause: null } as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, ({ agentId, params: { name } }) => skillView(agentId, name)),
  PATCH: route(
    { agent: true, params, body: skillChange, maxBytes: SKILL_BYTES },
    async ({ request, agentId, params: { name }, body: { files = [], enabled, ...change } }) => {
      const version = expectedVersion(request, change.version);
      const stored = await Promise.all(rawFiles(files).map(storeFile));
      if (change.markdown !== undefined || stored.length > 0 || change.remove)
        await updateSkill(agentId, name, { ...change, files: stored, version }, user);
      if (enabled !== undefined) await setSkillEnabled(agentId, name, enabled);
      return skillView(agentId, name);
    },
  ),
  DELETE: route({ agent: true, params }, async ({ request, agentId, params: { name } }) => {
    if (!(await deleteSkill(agentId, name, user, expectedVersion(request)))) throw noSkill(name);
    return { deleted: true };
  }),
});
