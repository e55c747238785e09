import { watchFailure } from "@/lib/code/components/probation";
import { log } from "@/lib/ground/base/log";
import { shownIn } from "@/lib/store/agents/proofs";
import { readOnSurface } from "@/lib/store/conversations/component-grants";
import type { SurfaceId } from "@/lib/store/conversations/surfaces";
import { readToolCall } from "@/lib/store/loop/tool-calls";

/** Examines the component of a surface that could not be rendered, in the background. */
export async function examineFailure(id: SurfaceId): Promise<void> {
  try {
    const surface = await readOnSurface(id);
    const { name, version } = surface?.shown ?? {};
    if (name === undefined || version === undefined) return;
    const found = shownIn((await readToolCall(id))?.input);
    if (found?.name === name) await watchFailure(id.agentId, name, version, found.props);
  } catch (error) {
    log.error("A component that failed was not examined", error);
  }
}
