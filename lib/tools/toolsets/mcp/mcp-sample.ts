import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { owned } from "@/lib/ground/base/process";
import type { Sample, Sampled } from "@/lib/shared/mcp/server-ask";
import type { ToolContext } from "../context";

const MAX_KEPT = 500;

/**
 * Asks a model for the server of one call. A call that is made again because its server has asked something else gets the
 * answers that it had: they are not paid for twice, and what the server makes of them stays the same.
 */
export function samplerOf({ sample, signal, agentId, conversationId, messageId, toolCallId }: ToolContext) {
  if (!sample) return undefined;
  return async (wanted: Sample): Promise<Sampled> => {
    const key = createHash("sha256")
      .update(JSON.stringify([agentId, conversationId, messageId, toolCallId, wanted]))
      .digest("base64url");
    const known = answers().get(key);
    if (known) return known;
    const answer = await sample(wanted, signal);
    answers().set(key, answer);
    return answer;
  };
}

const answers = () => owned("mcp samples", () => new LRUCache<string, Sampled>({ max: MAX_KEPT }));
