import { z } from "zod";
import { route, routes } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";
import { factChange } from "@/lib/shared/facts";
import { changeFact, forgetFact } from "@/lib/store/memories";

const params = z.object({ id: z.uuid() });
const person = { author: "person", cause: null } as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route({ agent: true, params, body: factChange }, async ({ agentId, params: { id }, body }) => ({
    memory: await changeFact(agentId, id, body, person),
  })),
  DELETE: route({ agent: true, params }, async ({ agentId, params: { id } }) => {
    if (!(await forgetFact(agentId, id, person)))
      throw new AppError("not_found", "There is no such fact. Perhaps it was forgotten meanwhile.");
  }),
});
