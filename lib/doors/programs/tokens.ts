import { hash, randomBytes } from "node:crypto";
import type { Equipment } from "@/lib/agent/message/equipment";
import { AppError } from "@/lib/shared/errors";
import type { MadeToken, TokenTools } from "@/lib/shared/mcp/tokens";
import { addToken, admitToken, isLiveToken, type McpToken } from "@/lib/store/agents/mcp-tokens";
import { subscribe } from "@/lib/store/bus";
import { rightOn } from "@/lib/store/members/roster";
import { catalog } from "@/lib/tools/toolsets/catalog";
import { withComponents } from "./component-tools";

/** Makes tokens recognisable in logs and in settings of other programs. */
const PREFIX = "easel_mcp_";
const BYTES = 32;
const MAX_LENGTH = 200;

/** Creates a token. Only its hash is stored, so it is returned only here. */
export async function createMcpToken(
  agentId: string,
  wanted: { name: string; tools: TokenTools },
  tools: Equipment["catalog"] = catalog,
): Promise<MadeToken> {
  if (wanted.tools !== "*") {
    const existing = await withComponents(tools).findAll(agentId, wanted.tools);
    const unknown = wanted.tools.find((name) => !existing.has(name));
    if (unknown !== undefined)
      throw new AppError(
        "invalid",
        `tools: there is no tool ${JSON.stringify(unknown)}. GET /api/tools lists the tools.`,
      );
  }
  const token = PREFIX + randomBytes(BYTES).toString("base64url");
  return { id: await addToken(agentId, wanted, hashOf(token)), token };
}

export async function requireToken({ headers }: Request): Promise<McpToken> {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  const token = bearer && bearer.length <= MAX_LENGTH ? await admitToken(hashOf(bearer)) : null;
  // A token has no more rights than its member.
  if (token && (await rightOn(token.memberId, token.agentId)) !== null) return token;
  throw new AppError(
    "unauthorized",
    "A token of this workspace is required. Create one in Settings → Access tokens, and send it in the header Authorization: Bearer TOKEN.",
  );
}

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

const hashOf = (token: string) => hash("sha256", token);
