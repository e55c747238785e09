import { z } from "zod";
import { MAX_SUBAGENTS } from "@/lib/shared/chat/subagents";
import { AppError } from "@/lib/shared/errors";
import { isSelf, listOthers, resolveCallTarget } from "@/lib/store/agents/agents";
import { defineBuiltIn, defineTool } from "./define";

const MAX_TASK = 20_000;
/** Upper bound for a call. The subagent's own limits end it earlier. */
const TIMEOUT_MS = 7 * 86_400_000;
const MAX_DESCRIPTION_CHARS = 200;

const prompt = `Another agent has its own prompt, memory, tools, files and database, and knows nothing of this conversation: put all that it needs into task and context. "self" is a subagent with a fresh context, for a large separate task; with wait: false, several run in parallel while you continue. Their questions to the user appear here. At most ${MAX_SUBAGENTS} run at once.`;

export const agentTools = defineBuiltIn({
  id: "agents",
  title: "Agents",
  category: "conversation",
  prompt,
  gist: "other agents and background subagents",
  mode: "off",
  tools: {
    ask_agent: defineTool({
      title: "Ask another agent",
      help: "Delegates a task to another agent, or to a subagent with a fresh context, in a new conversation.",
      description:
        "Delegates a task to another agent or a subagent: { answer, conversation_id }. With wait: false it runs in the background, returns { job_id }, and its answer arrives as a message.",
      input: z.object({
        agent: z.string().trim().min(1).max(100).describe('Its name or id, or "self"'),
        task: z.string().trim().min(1).max(MAX_TASK),
        context: z.string().max(MAX_TASK).optional().describe("Known facts"),
        wait: z.boolean().default(true),
      }),
      // This tool itself needs no approval: the subagent's conversation inherits the origins of this one, and
      // its calls ask.
      hints: { reads: ["conversations"], idempotent: "by id" },
      afterWeb: false,
      inChat: () => true,
      leavesAgent: ({ agent }) => !isSelf(agent),
      refuses: ({ agent }, { agentId }) => resolveCallTarget(agentId, agent),
      timeoutMs: TIMEOUT_MS,
      execute: (input, call) => {
        if (!call.askAgent) throw new AppError("invalid", "ask_agent cannot be called here.");
        return call.askAgent(input, call);
      },
    }),
  },
  /**
   * Lists the other agents in the prompt. If there are none, the toolset is off, but the user can still turn it
   * on for subagents.
   */
  async forAgent(agentId) {
    const others = await listOthers(agentId);
    if (others.length === 0) return {};
    const lines = others.map(({ id, name, description, isUnique }) => {
      const who = isUnique ? name : `${name} (id ${id})`;
      return description
        ? `- ${who}: ${description.slice(0, MAX_DESCRIPTION_CHARS).toWellFormed()}`
        : `- ${who}`;
    });
    return { mode: "on", prompt: `${prompt}\nAgents:\n${lines.join("\n")}` };
  },
});
