import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { POST as stopRoute } from "@/app/api/chat/[id]/stop/route";
import { childrenOf } from "@/e2e/attack/sandbox/machine";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { FAKE_BINARY, FAKE_NAME, fakeProgram, type Manner } from "@/lib/code/deno/opencode/testing/fake";
import { describe as describeFile } from "@/lib/data/files/describe";
import { put } from "@/lib/ground/blobs/blobs";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { listExecutions } from "@/lib/store/agents/executions";
import { add } from "@/lib/store/data/files";
import { changeBudget } from "@/lib/store/loop/budgets";
import { readConversation } from "@/lib/store/loop/conversations";
import { recoverRuns } from "./keeper";
import { liveRuns } from "./live";
import { runAgent as runWith } from "./run";
import { calls, codeStage, results } from "./testing/code-stage";
import type { Step } from "./testing/model";
import { chunks, killed, textIn } from "./testing/stage";

vi.setConfig({ testTimeout: 60_000 });

// The environment is read once, when the stage is created.
vi.stubEnv("EASEL_OPENCODE", FAKE_BINARY);
const on = codeStage("opencode");
const NONE = { dayUsd: null, dayTokens: null, unattendedDayUsd: null, unattendedDayTokens: null };

afterEach(async () => {
  await Promise.all([...liveRuns().values()].map(({ settled }) => settled));
  expect(left()).toEqual([]);
  await changeBudget(on.scene.agentId, NONE);
});

const left = () => [
  ...childrenOf(process.pid, "serve --pure"),
  ...readdirSync(tmpdir()).filter((name) => name.startsWith(`easel-code-${process.pid}-`)),
];

let ids = 0;
const write = (name: string, content: string): Step => ({
  calls: [{ id: `call_w${++ids}`, tool: "write", input: { filePath: name, content } }],
});
const CODE = "console.log(2 * 21);\n";
const never = new Promise(() => {});

async function generated(written: Step[], manner: Manner = "good") {
  const stored = await put(Buffer.from(fakeProgram(manner)), 100_000);
  const file = { ...stored, ...(await describeFile(stored.hash, FAKE_NAME)), origins: [] };
  const { id } = await add(on.scene.agentId, { ...file, origin: "upload" });
  return on.generated(written, [id]);
}

async function ended(job_id: string) {
  await liveRuns().get(job_id)?.settled;
  const view = await readConversation(on.scene.agentId, job_id);
  if (!view) throw new Error("There is no such job");
  return { run: view.run, messages: view.messages as Message[] };
}
const toolParts = (messages: Message[]) =>
  messages.flatMap(({ parts }) => parts.filter(isToolPart).map(({ type, state }) => `${type} ${state}`));
const asked = (count: number) =>
  vi.waitFor(() => expect(on.given).toHaveLength(count), { timeout: 30_000, interval: 20 });
const promptOf = (nth: number) => JSON.stringify(on.given.at(nth)?.prompt);

test("each request is a step of the run, and the program's execution is recorded", async () => {
  const { job_id } = await generated([write("main.ts", CODE), { text: "It doubles a number." }]);
  const { run, messages } = await ended(job_id);
  expect(run?.status).toBe("completed");
  expect(toolParts(messages)).toEqual(["tool-opencode_write output-available", "tool-code output-available"]);
  expect(messages.at(-1)?.metadata).toMatchObject({ usage: { inputTokens: 20, outputTokens: 10 } });
  const { executions } = await listExecutions(on.scene.agentId, { conversation: job_id });
  expect(executions).toMatchObject([{ runner: "opencode", success: true, code: CODE }]);
});

test("a stop over the API ends the process and removes its folder at once", async () => {
  const { talk, job_id } = await generated([write("main.ts", CODE), () => ({ text: "So", until: never })]);
  await asked(2);
  expect(left()).toHaveLength(2);
  const began = performance.now();
  const request = testRequest(`/api/chat/${job_id}/stop`, { method: "POST" });
  const stopped = await answer(await stopRoute(request, { params: Promise.resolve({ id: job_id }) }));
  expect(stopped).toMatchObject({ run: { status: "stopped" } });
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(toolParts((await ended(job_id)).messages)).toEqual(["tool-opencode_write output-available"]);

  on.play([calls({ action: "status", job_id }), { text: "It was stopped." }], []);
  await chunks(await talk.say("Is it done?"));
  expect(results((await talk.read()).messages.at(-1))).toMatchObject([
    {
      ...{ success: false, error: expect.stringContaining("The job was stopped") },
      result: { state: "failed", worker: "opencode", files: [{ name: "main.ts", content: CODE }] },
    },
  ]);
});

test("after a crash, a new OpenCode process continues with the files of the message", async () => {
  const { job_id } = await generated([
    write("lib/twice.ts", "export const twice = (n: number) => 2 * n;\n"),
    () => ({ text: "Half an", until: never }),
    write("main.ts", `import { twice } from "./lib/twice.ts";\nconsole.log(twice(21));\n`),
    { text: "It doubles a number." },
  ]);
  await asked(2);
  await killed(job_id);
  expect(left()).toEqual([]);
  await recoverRuns(on.script.equipment);
  const { run, messages } = await ended(job_id);
  expect(run?.status).toBe("completed");
  expect(promptOf(2)).toContain("These files exist already: serve, lib/twice.ts.");
  expect(textIn(messages.at(-1)?.parts ?? [])).toBe("It doubles a number.");
  const { executions } = await listExecutions(on.scene.agentId, { conversation: job_id });
  expect(executions).toMatchObject([{ success: true }]);
});

test("a daily budget prevents the next request, and the job reports it", async () => {
  const first = write("main.ts", CODE);
  const { job_id } = await generated([
    () => ({ ...first, until: changeBudget(on.scene.agentId, { ...NONE, dayTokens: 1 }) }),
    { text: "It is written." },
  ]);
  const { run, messages } = await ended(job_id);
  expect(on.given).toHaveLength(1);
  expect(run).toMatchObject({ status: "failed", error: { code: "budget_day_tokens" } });
  expect(messages.at(-1)?.parts.at(-1)).toMatchObject({ type: "data-notice", data: { kind: "limit" } });
});

test("the step limit ends the run", async () => {
  await changeSetting(on.scene.agentId, "limits", { steps: 2 });
  const { job_id } = await generated(Array.from({ length: 9 }, () => write("a.ts", "1")));
  const { run } = await ended(job_id);
  await changeSetting(on.scene.agentId, "limits", { steps: null });
  expect(on.given).toHaveLength(2);
  expect(run).toMatchObject({ status: "failed", error: { code: "limit_steps" } });
});

test("a message of the user is sent to a new OpenCode process, which has the files", async () => {
  const gate = Promise.withResolvers<void>();
  onTestFinished(() => gate.resolve());
  const { job_id } = await generated([
    write("main.ts", CODE),
    () => ({ text: "So", until: gate.promise }),
    write("main.ts", "console.log(3 * 21);\n"),
    { text: "It trebles." },
  ]);
  await asked(2);
  const { agentId } = on.scene;
  const input = { message: { parts: [{ type: "text" as const, text: "Treble it" }] } };
  const reply = runWith({ agentId, conversationId: job_id, input, equipment: on.script.equipment });
  await vi.waitFor(async () => expect((await readConversation(agentId, job_id))?.messages).toHaveLength(2));
  gate.resolve();
  await chunks(await reply);
  const { run, messages } = await ended(job_id);
  expect(run?.status).toBe("completed");
  expect(promptOf(2)).toContain("Treble it");
  expect(toolParts(messages.slice(-1))).toEqual([
    "tool-opencode_write output-available",
    "tool-code output-available",
  ]);
});

test.each<[Manner, string]>([
  ["dies", "OpenCode exited unexpectedly."],
  ["other model", "OpenCode kept sending forbidden requests"],
])("an OpenCode with the behaviour “%s” fails the job and records an execution", async (manner, message) => {
  const { job_id } = await generated([], manner);
  const { run } = await ended(job_id);
  expect(run).toMatchObject({ status: "failed", error: { message: expect.stringContaining(message) } });
  const { executions } = await listExecutions(on.scene.agentId, { conversation: job_id });
  expect(executions).toMatchObject([
    { runner: "opencode", success: false, stderr: expect.stringContaining(message) },
  ]);
});

test("the agent writes the program if OpenCode cannot start, and the message states the reason", async () => {
  const run = { tool: "code", input: { action: "execute", code: CODE } };
  const { job_id } = await generated([{ calls: [run] }, { text: "It doubles." }], "old");
  const { messages } = await ended(job_id);
  const task = messages.at(-1)?.parts.find(({ type }) => type === "data-task");
  expect(task).toMatchObject({
    data: { worker: "agent", why: expect.stringContaining("its version is 1.0.0") },
  });
  const { executions } = await listExecutions(on.scene.agentId, { conversation: job_id });
  expect(executions).toMatchObject([{ runner: "deno", success: true }]);
});

test("a code job fails after five failed programs, and the error of each earlier one is sent to OpenCode", async () => {
  const bad = (n: number) => [write("main.ts", `throw new Error("no ${n}");`), { text: "Done." }];
  const { job_id } = await generated([1, 2, 3, 4, 5].flatMap(bad));
  const { run, messages } = await ended(job_id);
  expect(run).toMatchObject({
    status: "failed",
    error: { message: expect.stringContaining("failed 5 times") },
  });
  expect(toolParts(messages).filter((one) => one.startsWith("tool-code"))).toHaveLength(5);
  expect(promptOf(8)).toContain("Error: no 4");
}, 90_000);
