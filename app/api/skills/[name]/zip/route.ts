import { z } from "zod";
import { skillOf } from "@/lib/code/skills/save";
import { writeZip } from "@/lib/code/skills/zip";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ name: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, async ({ agentId, params: { name } }) => {
    const skill = await skillOf(agentId, name);
    const zip = await writeZip(skill.name, skill.content, new Date(skill.updatedAt));
    return new Response(new Uint8Array(zip), {
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${skill.name}.zip"`,
        "cache-control": "no-store",
      },
    });
  }),
});
