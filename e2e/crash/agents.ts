import { chunks, type Part, Talk, type View, waitForText, written } from "../api.ts";
import { call } from "../call.ts";
import { expect } from "../fixtures.ts";
import { directive } from "../provider/directive.ts";
import type { Story } from "./story.ts";

const outputs = ({ parts }: { parts: Part[] }) =>
  parts.flatMap((part) => part.output ?? part.errorText ?? []);
const asks = (agent: string, task: string, more: object = {}) => ({
  tool: "ask_agent",
  input: { agent, task, ...more },
});

export const agentAsksThrough: Story = async ({ easel: { url } }) => {
  const { id: scout } = (await call(url, "POST", "/api/agents", { name: "Scout" })).body;
  const talk = new Talk(url);
  const question = { tool: "ask_user", input: { question: "Where to?" } };
  const task = `Find it\n${directive({ tools: [question] }, { text: "Rome it is." })}`;
  await chunks(await talk.say("go", { tools: [asks("Scout", task)] }, { text: "Off to Rome." }));
  const { asks: openAsks } = await talk.until("waiting");
  expect(openAsks).toMatchObject([{ toolName: "ask_user", from: { agent: scout, name: "Scout" } }]);

  const after = async () => {
    const { asks: again } = await talk.until("waiting");
    expect(again).toEqual(openAsks);
    await waitForText(await talk.answer(again[0]?.toolCallId ?? "", { answer: "To Rome" }), "Off to Rome.");
    const { messages, asks: left } = await talk.until("completed");
    expect(left).toEqual([]);
    const last = messages.at(-1) as View["messages"][number];
    expect(written(last)).toBe("Off to Rome.");
    expect(outputs(last)).toEqual([{ answer: "Rome it is.", conversation_id: expect.any(String) }]);
    // Delete the second agent, because its existence changes the first one's prompt in other tests.
    await call(url, "DELETE", `/api/agents/${scout}`);
  };
  return { after };
};

/** Five subagents, one of which is stopped. The others finish, and each end is reported once. */
export const fiveSubagentsWork: Story = async ({ easel: { url }, provider }) => {
  const talk = new Talk(url);
  const gates = Array.from({ length: 5 }, (_, n) => `${talk.id}-${n}`);
  const tools = gates.map((gate, n) =>
    asks("self", `Helper ${n}\n${directive([{ gate, text: `I am ${n}.` }])}`, { wait: false }),
  );
  await chunks(await talk.say("go", { tools }, { text: "They work." }));
  const subagents = async () =>
    (await call(url, "GET", `/api/conversations/${talk.id}/helpers`)).body.helpers as {
      conversationId: string;
      title: string;
      status: string;
    }[];
  const statuses = async () => (await subagents()).map(({ status }) => status).toSorted();
  await Promise.all(gates.map((gate) => provider.gates.reached(gate)));
  expect(await statuses()).toEqual(Array(5).fill("running"));
  const first = (await subagents()).find(({ title }) => title.startsWith("Helper 0"));
  expect((await call(url, "POST", `/api/chat/${first?.conversationId}/stop`)).status).toBe(200);
  await expect.poll(statuses).toEqual([...Array(4).fill("running"), "stopped"]);

  const after = async () => {
    for (const gate of gates.slice(1)) provider.gates.open(gate);
    await expect.poll(statuses, { timeout: 30_000 }).toEqual([...Array(4).fill("completed"), "stopped"]);
    const reports = async () =>
      (await talk.read()).messages.filter(({ id }) => id.startsWith("helper:")).map(written);
    await expect.poll(async () => (await reports()).length, { timeout: 30_000 }).toBe(5);
    await talk.until("completed");
    const texts = await reports();
    expect(texts.filter((text) => text.includes("It was stopped before it had an answer"))).toHaveLength(1);
    for (const n of [1, 2, 3, 4]) expect(texts.filter((text) => text.includes(`I am ${n}.`))).toHaveLength(1);
  };
  return { after };
};
