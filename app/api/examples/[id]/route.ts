import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { exampleChange } from "@/lib/shared/proofs/fields";
import { changeExample, removeExample } from "@/lib/store/agents/examples";

const params = z.object({ id: z.uuid() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route(
    { agent: true, right: "own", params, body: exampleChange },
    async ({ agentId, params: { id }, body }) => {
      if (!(await changeExample(agentId, id, body))) throw noExample(id);
      return { changed: true };
    },
  ),
  DELETE: route({ agent: true, right: "own", params }, async ({ agentId, params: { id } }) => {
    if (!(await removeExample(agentId, id))) throw noExample(id);
    return { deleted: true };
  }),
});

const noExample = (id: string) =>
  new AppError(
    "not_found",
    `There is no example ${id}. GET /api/examples lists those of a tool or component.`,
  );
