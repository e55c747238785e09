import { hash } from "node:crypto";
import { AppError } from "@/lib/shared/errors";
import { admitToken, isLiveToken, type McpToken } from "@/lib/store/agents/mcp-tokens";
import { subscribe } from "@/lib/store/bus";
import { rightOn } from "@/lib/store/members/roster";

/** Begins every token, so that it is recognisable in logs and settings of other programs. */
const PREFIX = "easel_";
const MAX_LENGTH = 200;
const BEARER = /^Bearer +(\S+)$/i;

/** Throws `unauthorized` unless the request has a token of a member who may still use its agent. */
export async function requireToken({ headers }: Request): Promise<McpToken> {
  const [, bearer] = BEARER.exec(headers.get("authorization") ?? "") ?? [];
  const token = bearer && bearer.length <= MAX_LENGTH ? await admitToken(hashOfToken(bearer)) : null;
  // A token has no more rights than its member.
  if (token && (await rightOn(token.memberId, token.agentId)) !== null) return token;
  throw new AppError(
    "unauthorized",
    "A token of this workspace is required. Create one in Settings → Access tokens, and send it in the header Authorization: Bearer TOKEN.",
  );
}

/**
 * Returns true if the request names one of Easel's tokens, valid or not. Proxies in front of Easel may add other values,
 * which say nothing about a member.
 */
export const namesToken = ({ headers }: Request): boolean =>
  new RegExp(`^\\s*bearer\\s+${PREFIX}`, "i").test(headers.get("authorization") ?? "");

/** Calls `end` when the token is revoked. Returns a function that stops listening. */
export const onRevoked = (id: string, end: () => void): (() => void) =>
  subscribe((notice) => {
    if (notice.type === "mcp_token" && notice.id === id) end();
    // Read the token again, because the notice of its revocation may have been lost.
    if (notice.type === "gap")
      void isLiveToken(id).then(
        (isLive) => isLive || end(),
        () => end(),
      );
  });

export const hashOfToken = (token: string): string => hash("sha256", token);
