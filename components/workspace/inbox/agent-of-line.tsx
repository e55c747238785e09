import { useAgentChoice } from "@/components/client/shell/layout-context";
import { AgentMark } from "@/components/ui/kit/agent-mark";

/** The mark of the agent that a line of the inbox belongs to, if there are several agents. */
export function AgentOfLine({ agentId }: { agentId: string }) {
  const { agents } = useAgentChoice();
  const agent = agents.length > 1 ? agents.find(({ id }) => id === agentId) : undefined;
  return (
    agent && (
      <span title={agent.name} className="flex shrink-0">
        <AgentMark agent={agent} />
        <span className="sr-only">{agent.name}: </span>
      </span>
    )
  );
}
