import type { JsonSchema } from "@/lib/code/json-schema/subject";
import { asAccepted } from "./definition";
import { schemaOf } from "./schema";
import { mcpServers } from "./servers";

/** `accepted`: the schema that the user accepted. `newest`: the schema that the server lists now. */
export type NewestSchemas = {
  accepted: JsonSchema;
  newest: JsonSchema;
  /** Why calls fail until the user acts; null if they need not act. */
  lacks: string | null;
};

/** Returns null for a tool of no server. */
export async function newestSchemas(agentId: string, name: string): Promise<NewestSchemas | null> {
  for (const { row, tools, status, error } of (await mcpServers()).of(agentId)) {
    const served = tools.find((one) => one.name === name);
    const accepted = served && asAccepted(served);
    if (!served || !accepted) continue;
    const needsUser = status === "sign_in" || status === "unconfirmed";
    return {
      ...{ accepted: schemaOf(accepted).schema, newest: schemaOf(served).schema },
      lacks: needsUser ? `${row.title} needs a sign-in or a confirmation.${error ? ` ${error}` : ""}` : null,
    };
  }
  return null;
}
