import { AGENT_EXAMPLES, type AgentExample } from "@/lib/shared/agent-examples";
import { AppError } from "@/lib/shared/errors";

export function agentExample(id: string): AgentExample {
  const found = AGENT_EXAMPLES.find((example) => example.id === id);
  if (found) return found;
  const ids = AGENT_EXAMPLES.map((example) => example.id).join(", ");
  throw new AppError("invalid", `example: There is no example ${id}; there are ${ids}.`);
}
