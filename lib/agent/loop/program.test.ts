import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { sql } from "@/lib/store/db";
import { readConversation } from "@/lib/store/loop/conversations";
import { recoverRuns } from "./keeper";
import { liveRuns } from "./live";
import { callForProgram } from "./program";
import { runAgent } from "./run";
import { lab, withLab } from "./testing/lab";
import { scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, killed, stage, textIn } from "./testing/stage";

const script = newScript({}, withLab());

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(() => lab.reset());

const begin = (conversationId: string, toolName: string, tools: string[] | null = null) =>
  callForProgram({
    ...{
      agentId: scene.agentId,
      conversationId,
      toolName,
      input: { n: 1 },
      origins: [],
      equipment: script.equipment,
    },
    program: { tokenId: randomUUID(), name: "Editor", toolset: "lab", tools },
  });

const read = async (id: string) => {
  await liveRuns().get(id)?.settled;
  const view = await readConversation(scene.agentId, id);
  const messages = (view?.messages ?? []) as Message[];
  return { run: view?.run, messages, parts: messages.flatMap(({ parts }) => parts.filter(isToolPart)) };
};

const never = new Promise(() => {});

test("after a crash, a program's call is repeated without a model, but only if the call is idempotent", async () => {
  for (const [tool, state] of [
    ["look", "output-available"],
    ["act", "output-error"],
  ] as const) {
    lab.reset();
    const id = randomUUID();
    lab.act = async () => (lab.ran.length === 1 ? never : { ok: true });
    await begin(id, tool);
    await vi.waitFor(() => expect(lab.ran).toEqual([`${tool} 1`]));
    await killed(id);
    await recoverRuns(script.equipment);
    const { run, parts } = await read(id);
    expect(parts).toMatchObject([{ state }]);
    expect(run?.status).toBe("completed");
    expect(lab.ran).toHaveLength(tool === "look" ? 2 : 1);
  }
});

test("code in a program's call may call only the tools of its token", async () => {
  lab.act = async (_, context) => {
    if (context.toolName !== "act") return { ok: true };
    const { signal, callFromCode } = context;
    const how = { by: context, signal };
    const others = ["look", "browse"].map((name) =>
      callFromCode?.(name, { n: 2 }, how).catch((e: Error) => e.message),
    );
    return Promise.all(others);
  };
  const limited = randomUUID();
  await (await begin(limited, "act", ["act", "look"]))?.settled;
  expect(lab.ran).toEqual(["act 1", "look 2"]);
  expect((await read(limited)).parts).toMatchObject([
    { output: [{ ok: true }, "browse is not among the tools of this program's token."] },
  ]);
  lab.ran = [];
  await (await begin(randomUUID(), "act"))?.settled;
  expect(lab.ran.sort()).toEqual(["act 1", "browse 2", "look 2"]);
});

test("a program's call returns null if the conversation is running or waiting", async () => {
  const id = randomUUID();
  lab.isHeld = true;
  const started = await begin(id, "hold");
  await started?.settled;
  expect((await read(id)).run?.status).toBe("waiting");
  expect(await begin(id, "look")).toBeNull();
});

test("the user continues after a program's call, and the model answers", async () => {
  const id = randomUUID();
  await (await begin(id, "look"))?.settled;
  const { model, prompts } = scripted([{ text: "It looked at 1." }]);
  script.model = model;
  const input = { message: { parts: [{ type: "text" as const, text: "What was that?" }] } };
  await chunks(
    await runAgent({ agentId: scene.agentId, conversationId: id, equipment: script.equipment, input: input }),
  );
  expect(JSON.stringify(prompts[0])).toContain("Editor called look over MCP.");
  const { messages } = await read(id);
  expect(messages.map((message) => [message.role, textIn(message.parts)])).toEqual([
    ["user", "Editor called look over MCP."],
    ["assistant", ""],
    ["user", "What was that?"],
    ["assistant", "It looked at 1."],
  ]);
  expect(await sql()`select from tool_calls where conversation_id = ${id}`).toHaveLength(1);
});

test("a message during a program's call is answered by the model after the call", async () => {
  const id = randomUUID();
  const gate = Promise.withResolvers<void>();
  lab.act = () => gate.promise;
  const call = await begin(id, "act");
  await vi.waitFor(() => expect(lab.ran).toEqual(["act 1"]));
  const { model } = scripted([{ text: "Wait for it." }]);
  script.model = model;
  const input = { message: { parts: [{ type: "text" as const, text: "Hurry" }] } };
  const stream = await runAgent({
    agentId: scene.agentId,
    conversationId: id,
    equipment: script.equipment,
    input: input,
  });
  gate.resolve();
  await Promise.all([chunks(stream), call?.settled]);
  const { messages } = await read(id);
  expect(messages.map((message) => textIn(message.parts)).slice(2)).toEqual(["Hurry", "Wait for it."]);
});
