import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/base/process";
import { readConversation } from "@/lib/store/conversations";
import { listExecutions } from "@/lib/store/executions";
import { changeSetting } from "@/lib/store/settings";
import { liveRuns } from "./live";
import { isToolPart, type Message } from "./message";
import { stop } from "./stop";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage } from "./testing/stage";

const script = newScript();
let scene: Awaited<ReturnType<typeof stage>>;
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-code-job-"));
  vi.stubEnv("EASEL_DATA_DIR", folder);
  scene = await stage(script.equipment);
  await changeSetting(scene.agentId, "toolset:code", { mode: "on" });
});
afterAll(async () => {
  await closeAll();
  await scene.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const TASK = "Double 21";
const isJob = ({ prompt }: LanguageModelV4CallOptions) =>
  JSON.stringify(prompt.filter(({ role }) => role === "user")).includes("Write a program that does this");
const given: LanguageModelV4CallOptions[] = [];

/** Two models behind one: of the conversation, and of the one in which the program is written. */
function play(said: Step[], written: Step[]) {
  const [talker, writer] = [scripted(said).model, scripted(written).model];
  script.model = {
    ...({ specificationVersion: "v4", provider: "test", modelId: "model", supportedUrls: {} } as const),
    doGenerate: talker.doGenerate,
    doStream: (options) => {
      if (isJob(options)) given.push(options);
      return (isJob(options) ? writer : talker).doStream(options);
    },
  } satisfies LanguageModelV4;
}
beforeEach(() => void given.splice(0));

const calls = (input: object) => ({ calls: [{ tool: "code", input }] });
const results = (message: Message | undefined) =>
  (message?.parts ?? []).filter(isToolPart).map((part) => ("output" in part ? part.output : part.errorText));

async function generated(written: Step[]) {
  const talk = scene.conversation();
  play(
    [calls({ action: "generate", task: TASK, context: "It is 21.", worker: "agent" }), { text: "Begun." }],
    written,
  );
  await chunks(await talk.say("Have it written"));
  const [begun] = results((await talk.read()).messages.at(-1));
  const { job_id } = begun as { job_id: string };
  return { talk, job_id };
}

const MODULES = { "twice.ts": "export const twice = (n: number) => 2 * n;" };
const CODE = `import { twice } from "./twice.ts"; console.log(twice(21));`;

test("a program is written in a conversation of its own, with the tool code alone, and its status tells what came of it", async () => {
  const { talk, job_id } = await generated([
    calls({ action: "execute", code: "console.log(twice(21))" }),
    calls({ action: "execute", code: CODE, modules: MODULES }),
    { text: "It doubles a number." },
  ]);
  await liveRuns().get(job_id)?.settled;
  const view = await readConversation(scene.agentId, job_id);
  expect(view).toMatchObject({ conversation: { origin: "code", title: TASK }, run: { status: "completed" } });
  expect(given[0]?.tools?.map(({ name }) => name)).toEqual(["code"]);
  expect(JSON.stringify(given[0]?.prompt)).toContain("It is 21.");

  const { model } = scripted([calls({ action: "status", job_id }), { text: "It is there." }]);
  script.model = model;
  await chunks(await talk.say("Is it done?"));
  const [status] = results((await talk.read()).messages.at(-1));
  expect(status).toMatchObject({
    success: true,
    result: {
      ...{ state: "done", worker: "agent", code: CODE, explanation: "It doubles a number." },
      files: [
        { name: "main.ts", content: CODE },
        { name: "twice.ts", content: MODULES["twice.ts"] },
      ],
      output: { stdout: "42\n" },
    },
  });
  const { executions } = await listExecutions(scene.agentId, { conversation: job_id });
  expect(executions.map(({ success }) => success)).toEqual([true, false]);
  expect((status as { result: { executions: string[] } }).result.executions).toEqual(
    executions.map(({ id }) => id).toReversed(),
  );
});

test("one that was stopped is told as failed, and a job begins none itself", async () => {
  const held = Promise.withResolvers<void>();
  const { talk, job_id } = await generated([
    calls({ action: "generate", task: "And again" }),
    () => ({ text: "So", until: held.promise }),
  ]);
  await vi.waitFor(() => expect(given).toHaveLength(2), { timeout: 10_000 });
  await stop(scene.agentId, job_id);
  held.resolve();
  const view = await readConversation(scene.agentId, job_id);
  expect(results(view?.messages.at(-1) as Message)).toEqual([
    expect.stringContaining("generate cannot be called here"),
  ]);

  const { model } = scripted([calls({ action: "status", job_id }), { text: "It was stopped." }]);
  script.model = model;
  await chunks(await talk.say("Is it done?"));
  expect(results((await talk.read()).messages.at(-1))).toMatchObject([
    { success: false, error: expect.stringContaining("It was stopped"), result: { state: "failed" } },
  ]);
});
