import { policies } from "@/lib/agent/offer/toolset";
import type { Deed, SurfaceMay } from "@/lib/shared/components/surface";
import { AppError } from "@/lib/shared/errors";
import { parsePermission } from "@/lib/shared/tools/permission";
import { readSettings } from "@/lib/store/agents/settings";
import { allowStoredDeed, readStoredDeeds } from "@/lib/store/conversations/library-surfaces";
import { allowSurface, readSurface, type SurfaceId } from "@/lib/store/conversations/surfaces";
import { findTool } from "@/lib/tools/toolsets/index";

/**
 * Returns what a component on a surface may do on its own. If the surface was shown after web text was read,
 * writing state has the policy of `set_state`, and speaking or answering for the user asks until the user
 * allows it for this surface. `hasReadWeb`: the component has read web text since. Throws an `AppError` `not_found` if the
 * call has shown nothing.
 */
export async function surfaceMay(id: SurfaceId, hasReadWeb = false): Promise<SurfaceMay> {
  const surface = (await readSurface(id)) ?? (await readStoredDeeds(id));
  if (!surface) throw new AppError("not_found", "There is no such surface in this conversation.");
  const { isAfterWeb, allowed, approvedTools } = surface;
  if (!isAfterWeb && !hasReadWeb) return { writes: "allow", says: "allow", answers: "allow" };
  const wanted = await writing(id.agentId, approvedTools);
  return {
    writes: wanted === "ask" && allowed.includes("writes") ? "allow" : wanted,
    says: allowed.includes("says") ? "allow" : "ask",
    answers: allowed.includes("answers") ? "allow" : "ask",
  };
}

export async function allowDeed(id: SurfaceId, deed: Deed): Promise<SurfaceMay> {
  await surfaceMay(id);
  await ((await readSurface(id)) ? allowSurface(id, deed) : allowStoredDeed(id, deed));
  return surfaceMay(id);
}

async function writing(agentId: string, approvedTools: readonly string[]): Promise<SurfaceMay["writes"]> {
  const found = findTool("set_state");
  if (!found) return "ask";
  const { name, tool, toolset } = found;
  const settings = await readSettings(agentId);
  return policies(name, tool, toolset, settings, approvedTools.map(parsePermission)).afterWeb;
}
