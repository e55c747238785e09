import { createHash, createHmac } from "node:crypto";
import { secretKey } from "./secret.ts";

const HOOKS = "hooks";
export const CALENDAR = "calendar";

/**
 * Returns the token of a URL that works without a session. It is derived from this installation's secret, so
 * the URL can be shown again although only the token's hash is stored. Another installation derives a
 * different token.
 */
export const tokenOf = (purpose: string, id: string): string =>
  createHmac("sha256", secretKey(purpose)).update(id).digest("base64url");

export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");

type Hook = { agentId: string; id: string; tokenHash?: string | null };

/**
 * Returns the token of a webhook. It depends on the agent, because a copied agent has jobs with the same ids.
 * Webhooks created earlier have a token derived from the job id alone and keep it; `tokenHash` tells which
 * token a job has.
 */
export function hookToken({ agentId, id, tokenHash }: Hook): string {
  const early = tokenOf(HOOKS, id);
  return tokenHash === hashOfToken(early) ? early : tokenOf(HOOKS, `${agentId} ${id}`);
}
