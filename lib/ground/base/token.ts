import { createHash, createHmac } from "node:crypto";
import { secretKey } from "./secret.ts";

/** Purposes of tokens: the addresses that others call, and those of calendars. */
const HOOKS = "hooks";
export const CALENDAR = "calendar";

/**
 * The token in an address that needs no session, for one purpose. It follows from the secret of this installation, so it need
 * not be kept to be shown again: its hash is enough to know it by. In a copy elsewhere it is another one.
 */
export const tokenOf = (purpose: string, id: string): string =>
  createHmac("sha256", secretKey(purpose)).update(id).digest("base64url");

export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");

type Hook = { agentId: string; id: string; tokenHash?: string | null };

/**
 * The token in the address of a webhook. A copy of an agent has jobs of the same ids, so the agent is part of it. Addresses
 * that were made from the id alone stay valid: `tokenHash`, the stored hash, tells them.
 */
export function hookToken({ agentId, id, tokenHash }: Hook): string {
  const early = tokenOf(HOOKS, id);
  return tokenHash === hashOfToken(early) ? early : tokenOf(HOOKS, `${agentId} ${id}`);
}
