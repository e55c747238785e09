import { importSkills, previewSkills } from "@/lib/code/skills/import";
import { route, routes } from "@/lib/platform/http/route";
import { SKILL_IMPORT_BYTES, skillImport } from "@/lib/shared/skills/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body: skillImport, maxBytes: SKILL_IMPORT_BYTES }, ({ agentId, body }) =>
    body.choose ? importSkills(agentId, body) : previewSkills(agentId, body.from),
  ),
});
