import { HttpAgent } from "@ag-ui/client";
import { call } from "../call.ts";
import { directive } from "../provider/directive.ts";
import type { Turn } from "../provider/turn.ts";
import type { EaselServer } from "../server.ts";

const THREADS = 50;

/** Steps of a thread: one to four, with texts, values that the agent stores, and questions that pause it. */
function stepsOf(thread: number): Turn[] {
  const steps = Array.from({ length: 1 + (thread % 4) }, (_, at): Turn => {
    const mix = thread * 7 + at * 5;
    if (mix % 3 === 0) return { tool: "set_state", input: { key: `t${thread}-${at}`, value: at } };
    const question = { question: `Which, ${thread}.${at}?` };
    return { ...(mix % 2 === 0 && { text: `Step ${at}. ` }), tool: "ask_user", input: question };
  });
  return [...steps, { text: `Done ${thread}.` }];
}

/**
 * Runs threads with pauses by the client of AG-UI, whose `verifyEvents` checks the events and their order. Returns false if
 * one fails.
 */
export async function asAgUi({ url }: EaselServer): Promise<boolean> {
  const { body } = await call(url, "POST", "/api/mcp/tokens", { name: "Conformance" });
  let [passed, pauses] = [0, 0];
  for (let thread = 0; thread < THREADS; thread++) {
    const headers = { authorization: `Bearer ${body.token}` };
    const agent = new HttpAgent({ url: `${url}/ag-ui`, headers, threadId: `thread ${thread}` });
    try {
      agent.addMessage({ id: "1", role: "user", content: `Begin.\n${directive(...stepsOf(thread))}` });
      await agent.runAgent();
      while (agent.pendingInterrupts.length > 0) {
        pauses += 1;
        const resume = agent.pendingInterrupts.map(({ id }) => ({
          ...{ interruptId: id, status: "resolved" as const },
          payload: { answer: "this" },
        }));
        await agent.runAgent({ resume });
      }
      const last = agent.messages.findLast(({ role }) => role === "assistant");
      if (last?.content !== `Done ${thread}.`) throw new Error(`It ended with ${JSON.stringify(last)}`);
      passed += 1;
    } catch (error) {
      console.log(`failed  thread ${thread}: ${String(error)}`);
    }
  }
  console.log(`ag-ui: ${passed} of ${THREADS} threads with ${pauses} pauses passed verifyEvents`);
  return passed === THREADS;
}
