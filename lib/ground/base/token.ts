import { createHash, createHmac } from "node:crypto";
import { secretKey } from "./secret.ts";

const HOOKS = "hooks";
export const CALENDAR = "calendar";

/**
 * Returns the token of an address without a session. It is derived from this installation's secret, so it can
 * be shown again although only its hash is stored. Another installation derives a different token.
 */
export const tokenOf = (purpose: string, id: string): string =>
  createHmac("sha256", secretKey(purpose)).update(id).digest("base64url");

export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");

type Hook = { agentId: string; id: string; tokenHash?: string | null };

/**
 * Returns the token of a webhook. It depends on the agent, because a copied agent has jobs with the same ids.
 * Older addresses, derived from the id alone, stay valid; the stored `tokenHash` identifies them.
 */
export function hookToken({ agentId, id, tokenHash }: Hook): string {
  const early = tokenOf(HOOKS, id);
  return tokenHash === hashOfToken(early) ? early : tokenOf(HOOKS, `${agentId} ${id}`);
}
