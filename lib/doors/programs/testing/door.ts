import { liveRuns } from "@/lib/agent/loop/live";
import { runAgent } from "@/lib/agent/loop/run";
import { type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { stage } from "@/lib/agent/loop/testing/stage";
import { createMcpToken } from "@/lib/doors/programs/tokens";
import { sql } from "@/lib/store/db";
import { readConversation } from "@/lib/store/loop/conversations";

/** A database, an agent and a model that plays steps, for the doors of programs. */
export async function programDoor(script = newScript()) {
  const { equipment } = script;
  const scene = await stage(equipment);
  return {
    ...{ scene, script, equipment },
    play: (...steps: Step[]) => {
      const { model, prompts } = scripted(steps);
      script.model = model;
      return prompts;
    },
    token: (tools: "*" | string[] = "*", name = "Robot") =>
      createMcpToken(scene.agentId, { name, tools }, equipment.catalog),
    /** Answers the open ask of a conversation as a member does in the workspace. */
    async answerElsewhere(conversationId: string, output: unknown): Promise<void> {
      const { agentId } = scene;
      const view = await readConversation(agentId, conversationId);
      const toolCallId = view?.asks[0]?.toolCallId ?? "";
      await runAgent({ agentId, conversationId, equipment, input: { answer: { toolCallId, output } } });
      await liveRuns().get(conversationId)?.settled;
    },
    /** Returns the newest conversation. */
    async latest(): Promise<string> {
      const [row] = await sql()<
        { id: string }[]
      >`select id from conversations order by created_at desc limit 1`;
      return row?.id ?? "";
    },
    /** Sends a message as a member does in the workspace. */
    async sayElsewhere(conversationId: string, text: string): Promise<void> {
      const { agentId } = scene;
      const message = { parts: [{ type: "text" as const, text }] };
      await runAgent({ agentId, conversationId, equipment, input: { message } });
      await liveRuns().get(conversationId)?.settled;
    },
  };
}
