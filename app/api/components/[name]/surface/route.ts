import { z } from "zod";
import { bundleOf } from "@/lib/code/components/bundles";
import { storedComponentOf } from "@/lib/code/components/read";
import { route, routes } from "@/lib/platform/http/route";
import type { LibraryComponent } from "@/lib/shared/chat/surfaces/surface-edits";
import { homeOf } from "@/lib/store/conversations/library-surfaces";

const params = z.object({ name: z.string() });

/** Returns the live version of the component, for a surface that shows it without a call of the agent. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "use", params },
    async ({ agentId, params: { name } }): Promise<LibraryComponent> => {
      const { version, code } = await storedComponentOf(agentId, name);
      return { shown: { bundle: await bundleOf(code), name, version }, home: homeOf(agentId, name) };
    },
  ),
});
