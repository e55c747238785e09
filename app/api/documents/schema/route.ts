import { z } from "zod";
import { readDocumentsSchema } from "@/lib/data/documents/user";
import { expectedVersion } from "@/lib/platform/http/if-match";
import { route, routes } from "@/lib/platform/http/route";
import { dbSchema } from "@/lib/shared/data/documents-schema";
import { writeText } from "@/lib/store/agents/identity";

/** `version` is the version that the client has read; 0 if the text was never written. */
const body = z.strictObject({ schema: dbSchema, version: z.int().min(0).max(1_000_000_000).optional() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, ({ agentId }) => readDocumentsSchema(agentId)),
  PUT: route({ agent: true, body }, async ({ request, agentId, body: { schema, version } }) => {
    const base = expectedVersion(request, version);
    await writeText(agentId, "db_schema", () => schema, { author: "person", cause: null }, base);
    return readDocumentsSchema(agentId);
  }),
});
