import { z } from "zod";
import { planUndo, undoImport } from "@/lib/agent/imports/undo";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { readImport } from "@/lib/store/data/imports";

const params = z.object({ id: uuid });
/** Whether to keep or to delete conversations that the user has continued since. */
const body = z.strictObject({ continued: z.enum(["keep", "delete"]) });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, ({ agentId, params: { id } }) => planUndo(agentId, id)),
  POST: route({ agent: true, params, body }, async ({ agentId, params: { id }, body: { continued } }) => {
    await undoImport(agentId, id, continued);
    return { import: await readImport(agentId, id) };
  }),
});
