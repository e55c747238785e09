import type { IdentityKind } from "@/lib/shared/identity";
import { identityChange } from "@/lib/shared/identity";
import { readText, type Text, writeText } from "@/lib/store/identity";
import { expectedVersion } from "./if-match";
import { route } from "./route";

const PERSON = { author: "person", cause: null } as const;

/** One of the two texts that an agent is made of. */
export const readsText = (kind: IdentityKind) =>
  route({ agent: true }, async ({ agentId }) => answer(await readText(agentId, kind)));

export const writesText = (kind: IdentityKind) =>
  route({ agent: true, body: identityChange }, async ({ request, agentId, body }) => {
    const base = expectedVersion(request, body.version);
    return answer(await writeText(agentId, kind, () => body.content, PERSON, base));
  });

const answer = (text: Text) =>
  Response.json(text, { headers: { "cache-control": "no-store", etag: `"${text.version}"` } });
