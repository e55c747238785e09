import { randomBytes } from "node:crypto";
import type { Equipment } from "@/lib/agent/message/equipment";
import { hashOfToken } from "@/lib/platform/access/tokens";
import { AppError } from "@/lib/shared/errors";
import type { MadeToken } from "@/lib/shared/mcp/tokens";
import { addToken, type WantedToken } from "@/lib/store/agents/mcp-tokens";
import { catalog } from "@/lib/tools/toolsets/catalog";
import { withComponents } from "./component-tools";

const PREFIX = "easel_mcp_";
const BYTES = 32;

/** Creates a token. Only its hash is stored, so it is returned only here. */
export async function createMcpToken(
  agentId: string,
  wanted: WantedToken,
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
  return { id: await addToken(agentId, wanted, hashOfToken(token)), token };
}
