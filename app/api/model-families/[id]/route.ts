import { z } from "zod";
import { describeFamilies } from "@/lib/agent/prompt/adapters/index";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { isStorable } from "@/lib/shared/text/storable";
import { FAMILIES, MAX_FAMILY_INSTRUCTIONS } from "@/lib/shared/tools/families";
import { setFamily } from "@/lib/store/agents/model-families";
import { readSettings } from "@/lib/store/agents/settings";

const change = z.strictObject({
  /** Replaces the built-in instructions; null restores them. */
  instructions: z
    .string()
    .trim()
    .max(MAX_FAMILY_INSTRUCTIONS)
    .refine(isStorable, "Contains a character that cannot be stored: U+0000, or half of a surrogate pair")
    .nullable(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route(
    { agent: true, right: "own", params: z.object({ id: z.string() }), body: change },
    async ({ agentId, params: { id }, body }) => {
      const knownFamily = FAMILIES.find((one) => one === id);
      if (!knownFamily)
        throw new AppError("not_found", `There is no family "${id}". There are: ${FAMILIES.join(", ")}.`);
      await setFamily(agentId, knownFamily, body.instructions);
      const families = describeFamilies(await readSettings(agentId));
      return { family: families.find((family) => family.id === knownFamily) };
    },
  ),
});
