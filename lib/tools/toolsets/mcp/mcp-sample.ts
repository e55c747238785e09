import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { singleton } from "@/lib/ground/base/process";
import type { Sample, Sampled } from "@/lib/shared/mcp/server-ask";
import type { ToolContext } from "../context";

const MAX_CACHED = 500;

/**
 * Returns the function with which an MCP server asks a model during a call. If the call is repeated because the
 * server has another question, the earlier answers are reused. So no answer is paid for twice, and the server
 * gets the same answer again.
 */
export function samplerOf({ sample, signal, agentId, conversationId, messageId, toolCallId }: ToolContext) {
  if (!sample) return undefined;
  return async (wanted: Sample): Promise<Sampled> => {
    const key = createHash("sha256")
      .update(JSON.stringify([agentId, conversationId, messageId, toolCallId, wanted]))
      .digest("base64url");
    const cached = answers().get(key);
    if (cached) return cached;
    const answer = await sample(wanted, signal);
    answers().set(key, answer);
    return answer;
  };
}

const answers = () => singleton("mcp samples", () => new LRUCache<string, Sampled>({ max: MAX_CACHED }));
