import { z } from "zod";
import { listMarks, trustOrigin } from "@/lib/data/origins/marks";
import { route, routes } from "@/lib/platform/http/route";
import { HOLDERS } from "@/lib/shared/origins";
import { listUntrustedTools, trustServerOf } from "@/lib/tools/toolsets/mcp/trust";

const query = z.object({ kind: z.enum(HOLDERS).optional(), name: z.string().max(2_000).optional() });
const which = z.strictObject({ kind: z.enum(HOLDERS), name: z.string().min(1).max(2_000) });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, async ({ agentId, query: { kind, name } }) => {
    const marks = (await Promise.all([listMarks(agentId), listUntrustedTools(agentId)])).flat();
    const isWanted = (one: (typeof marks)[number]) =>
      (kind === undefined || one.kind === kind) && (name === undefined || one.name === name);
    return { marks: marks.filter(isWanted) };
  }),
  /** Records that the user trusts the current content, which removes its marks. */
  DELETE: route({ agent: true, body: which, fromPage: true }, async ({ agentId, body: { kind, name } }) => ({
    trusted:
      (await trustOrigin(agentId, kind, name)) || (kind === "tool" && (await trustServerOf(agentId, name))),
  })),
});
