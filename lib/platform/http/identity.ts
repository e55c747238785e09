import type { z } from "zod";
import { identityChange } from "@/lib/shared/identity";
import { readText, type Text, type TextKind, writeText } from "@/lib/store/agents/identity";
import { expectedVersion } from "./if-match";
import { route } from "./route";

const USER = { author: "person", cause: null } as const;

/** Routes for a text that each agent has once. */
export const readsText = (kind: TextKind) =>
  route({ agent: true }, async ({ agentId }) => answer(await readText(agentId, kind)));

export const writesText = (
  kind: TextKind,
  body: z.ZodType<z.output<typeof identityChange>> = identityChange,
) =>
  route({ agent: true, body }, async ({ request, agentId, body }) => {
    const base = expectedVersion(request, body.version);
    return answer(await writeText(agentId, kind, () => body.content, USER, base));
  });

const answer = (text: Text) =>
  Response.json(text, { headers: { "cache-control": "no-store", etag: `"${text.version}"` } });
