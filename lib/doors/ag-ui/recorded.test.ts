import type { HttpAgent, ResumeEntry } from "@ag-ui/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Step } from "@/lib/agent/loop/testing/model";
import { agUiDoor, type Run, run } from "./testing/door";

/** `REPLAY=50` plays all mixes. */
const THREADS = Number(process.env.REPLAY ?? 12);

let door: Awaited<ReturnType<typeof agUiDoor>>;
beforeAll(async () => {
  door = await agUiDoor();
});
afterAll(() => door.scene.close());

const LOOK = { name: "look", description: "Looks", parameters: { type: "object" } };
const look = (id: string) => ({ id, tool: "look", input: { at: id } });
const question = (id: string) => ({ id, tool: "ask_user", input: { question: `Which, ${id}?` } });
const store = (id: string) => ({ id, tool: "set_state", input: { key: id, value: { id } } });

/** Steps with every mix of texts, own tools, tools of the program and questions. */
function stepsOf(thread: number): Step[] {
  const length = 1 + (thread % 4);
  const steps = Array.from({ length }, (_, at): Step => {
    const mix = thread * 7 + at * 5;
    const id = `t${thread}-${at}`;
    const calls = [
      ...(mix % 2 === 0 ? [look(`${id}-look`)] : []),
      ...(mix % 3 === 0 ? [question(`${id}-ask`)] : []),
      ...(mix % 5 === 0 ? [store(`${id}-store`)] : []),
      ...(mix % 7 === 0 ? [look(`${id}-again`)] : []),
    ];
    const own = calls.length > 0 ? calls : [question(`${id}-only`)];
    return { calls: own, ...(mix % 4 > 0 && { text: `Step ${at}. ` }) };
  });
  return [...steps, { text: `Done ${thread}.` }];
}

/** Answers all that a run waits for. Returns null if it waits for nothing. */
function answersTo(agent: HttpAgent, { finished, interrupts }: Run): ResumeEntry[] | null {
  const called = agent.messages.flatMap((one) => (one.role === "assistant" ? (one.toolCalls ?? []) : []));
  const results = new Set(agent.messages.flatMap((one) => (one.role === "tool" ? [one.toolCallId] : [])));
  const open = called.filter(({ id }) => !results.has(id));
  const pending = finished?.outcome?.type === "success" ? finished.outcome.pendingToolCallIds : undefined;
  if (pending) expect(open.map(({ id }) => id)).toEqual(pending);
  for (const { id } of open)
    agent.addMessage({ id: `result-${id}`, role: "tool", toolCallId: id, content: "seen" });
  if (open.length === 0 && interrupts.length === 0) return null;
  return interrupts.map(({ id: interruptId, reason }) =>
    // The results of the program's tools are text of others, so acts ask afterwards.
    reason === "confirmation"
      ? { interruptId, status: "cancelled" }
      : { interruptId, status: "resolved", payload: { answer: "this" } },
  );
}

test(`${THREADS} threads with pauses pass verifyEvents`, { timeout: 120_000 }, async () => {
  const robot = await door.enter();
  let pauses = 0;
  for (let thread = 0; thread < THREADS; thread++) {
    door.play(...stepsOf(thread));
    const agent = robot.agent(`thread-${thread}`);
    let last = await run(agent, "Begin.", { tools: [LOOK] });
    for (let resume = answersTo(agent, last); resume; resume = answersTo(agent, last)) {
      pauses += 1;
      last = await run(agent, null, { tools: [LOOK], ...(resume.length > 0 && { resume }) });
      expect({ thread, thrown: last.thrown, error: last.error }).toEqual({ thread });
    }
    expect(last.finished?.outcome).toEqual({ type: "success" });
    const texts = agent.messages.flatMap((one) =>
      one.role === "assistant" && one.content ? [one.content] : [],
    );
    expect(texts.at(-1)).toBe(`Done ${thread}.`);
    expect(new Set(agent.messages.map(({ id }) => id)).size).toBe(agent.messages.length);
  }
  expect(pauses).toBeGreaterThanOrEqual(THREADS);
});
