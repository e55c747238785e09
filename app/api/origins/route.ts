import { z } from "zod";
import { distrustOrigin, listMarks, trustOrigin } from "@/lib/data/origins/marks";
import { route, routes } from "@/lib/platform/http/route";
import { HOLDERS, type Mark } from "@/lib/shared/origins";
import { listTrusts } from "@/lib/store/origins";
import { distrustServerOf, listServedTools, trustServerOf } from "@/lib/tools/toolsets/mcp/trust";

const query = z.object({ kind: z.enum(HOLDERS).optional(), name: z.string().max(2_000).optional() });
const which = z.strictObject({ kind: z.enum(HOLDERS), name: z.string().min(1).max(2_000) });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** Lists marked values as `marks`, and those whose marks the user has removed as `trusted`. */
  GET: route({ agent: true, query }, async ({ agentId, query: { kind, name } }) => {
    const [marks, trusts, served] = await Promise.all([
      listMarks(agentId),
      listTrusts(agentId),
      listServedTools(agentId),
    ]);
    const isWanted = (one: Mark) =>
      (kind === undefined || one.kind === kind) && (name === undefined || one.name === name);
    return {
      marks: [...marks, ...served.marks].filter(isWanted),
      trusted: [...trusts, ...served.trusted].filter(isWanted),
    };
  }),
  /** Records that the user trusts the current content, which removes its marks. */
  DELETE: route({ agent: true, body: which, fromPage: true }, async ({ agentId, body: { kind, name } }) => ({
    trusted:
      (await trustOrigin(agentId, kind, name)) || (kind === "tool" && (await trustServerOf(agentId, name))),
  })),
  /** Takes the trust back, which marks the current content again. */
  POST: route({ agent: true, body: which, fromPage: true }, async ({ agentId, body: { kind, name } }) => ({
    marked:
      (await distrustOrigin(agentId, kind, name)) ||
      (kind === "tool" && (await distrustServerOf(agentId, name))),
  })),
});
