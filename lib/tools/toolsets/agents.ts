import { z } from "zod";
import { MAX_HELPERS } from "@/lib/shared/chat/helpers";
import { AppError } from "@/lib/shared/errors";
import { findAsked, listOthers } from "@/lib/store/agents/agents";
import { defineBuiltIn, defineTool } from "./define";

const MAX_TASK = 20_000;
/** Only an upper bound. The helper's own limits end it earlier. */
const TIMEOUT_MS = 7 * 86_400_000;
const MAX_TOLD = 200;

const prompt = `Another agent has its own prompt, memory, tools, files and database, and knows nothing of this conversation: say in task and context all that it needs. "self" is a helper of yours with a fresh context, for a large piece of work of its own; with wait: false several work at once while you go on. What one of them asks the person comes up here. At most ${MAX_HELPERS} work at a time.`;

export const agentTools = defineBuiltIn({
  id: "agents",
  title: "Agents",
  category: "conversation",
  prompt,
  gist: "other agents, and helpers in the background",
  mode: "off",
  tools: {
    ask_agent: defineTool({
      title: "Ask another agent",
      help: "Has another agent, or a helper with a fresh context, do a task in a conversation of its own.",
      description:
        "Has another agent, or a helper of yours, do a task in a conversation of its own: { answer, conversation_id }. With wait false it works in the background, { job_id }, and its answer comes as a message.",
      input: z.object({
        agent: z.string().trim().min(1).max(100).describe('Its name or id, or "self"'),
        task: z.string().trim().min(1).max(MAX_TASK),
        context: z.string().max(MAX_TASK).optional().describe("What is known for it"),
        wait: z.boolean().default(true),
      }),
      // Asks nothing itself: the helper's conversation inherits the marks of this one, and its calls ask.
      hints: { idempotent: "by id" },
      afterWeb: false,
      inChat: () => true,
      refuses: ({ agent }, { agentId }) => findAsked(agentId, agent),
      timeoutMs: TIMEOUT_MS,
      execute: (input, call) => {
        if (!call.askAgent) throw new AppError("invalid", "ask_agent cannot be called here.");
        return call.askAgent(input, call);
      },
    }),
  },
  /**
   * Names the other agents in the prompt. Without any, the toolset is off unless the user turns it on for
   * helpers.
   */
  async forAgent(agentId) {
    const others = await listOthers(agentId);
    if (others.length === 0) return {};
    const lines = others.map(({ id, name, description, isUnique }) => {
      const who = isUnique ? name : `${name} (id ${id})`;
      return description ? `- ${who}: ${description.slice(0, MAX_TOLD).toWellFormed()}` : `- ${who}`;
    });
    return { mode: "on", prompt: `${prompt}\nThere are:\n${lines.join("\n")}` };
  },
});
