import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/base/process";
import { openCodePath } from "@/lib/code/opencode/installed";
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
  folder = await mkdtemp(join(tmpdir(), "easel-opencode-"));
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
  JSON.stringify(prompt.filter(({ role }) => role === "user")).includes("Write a program that does this:");
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
    [calls({ action: "generate", task: TASK, context: "It is 21.", worker: "opencode" }), { text: "Begun." }],
    written,
  );
  await chunks(await talk.say("Have it written"));
  const [begun] = results((await talk.read()).messages.at(-1));
  const { job_id } = begun as { job_id: string };
  return { talk, job_id };
}

const write = (name: string, content: string) => ({
  calls: [{ tool: "write", input: { filePath: `/work/${name}`, content } }],
});
const CODE = `import { twice } from "./twice.ts";\nconsole.log(twice(21));\n`;
const TWICE = "export const twice = (n: number) => 2 * n;\n";

/** Run `npm run opencode` to have it tried. */
const withOpenCode = test.skipIf(openCodePath() === null);

async function statusOf(talk: Awaited<ReturnType<typeof generated>>["talk"], job_id: string) {
  const { model } = scripted([calls({ action: "status", job_id }), { text: "So it is." }]);
  script.model = model;
  await chunks(await talk.say("Is it done?"));
  return results((await talk.read()).messages.at(-1))[0];
}

withOpenCode(
  "OpenCode writes a program of two files with the model of the conversation, and mends what fails",
  async () => {
    const { talk, job_id } = await generated([
      write("main.ts", CODE),
      { text: "It doubles." },
      write("twice.ts", TWICE),
      { text: "It doubles a number." },
    ]);
    await liveRuns().get(job_id)?.settled;
    const status = await statusOf(talk, job_id);
    expect(status).toMatchObject({
      success: true,
      result: {
        ...{ state: "done", worker: "opencode", code: CODE, explanation: "It doubles a number." },
        files: [
          { name: "main.ts", content: CODE },
          { name: "twice.ts", content: TWICE },
        ],
        output: { stdout: "42\n" },
      },
    });
    expect(given[0]?.tools?.map(({ name }) => name).toSorted()).toEqual([
      "edit",
      "glob",
      "grep",
      "read",
      "write",
    ]);
    const { executions } = await listExecutions(scene.agentId, { conversation: job_id });
    expect(executions.map(({ runner, success }) => [runner, success])).toEqual([
      ["opencode", true],
      ["opencode", false],
    ]);
  },
  120_000,
);

withOpenCode(
  "a model that obeys hostile instructions writes nothing outside its folder, reads nothing there and runs nothing",
  async () => {
    const outside = join(folder, "outside.ts");
    const hostile = (tool: string, input: object) => ({ calls: [{ tool, input }] });
    const { job_id } = await generated([
      hostile("write", { filePath: outside, content: "x" }),
      hostile("edit", { filePath: "../../etc/passwd", oldString: "root", newString: "x" }),
      hostile("read", { filePath: "/etc/passwd" }),
      hostile("bash", { command: `touch ${outside}`, description: "x" }),
      hostile("webfetch", { url: "http://127.0.0.1:1/", format: "text" }),
      hostile("write", { filePath: "/work/.opencode/plugin/x.ts", content: "x" }),
      write("main.ts", "console.log(1)"),
      { text: "Done." },
    ]);
    await liveRuns().get(job_id)?.settled;
    const view = await readConversation(scene.agentId, job_id);
    const parts = ((view?.messages.at(-1) as Message | undefined)?.parts ?? []).filter(isToolPart);
    expect(parts.map(({ type, state }) => `${type} ${state}`)).toEqual([
      "tool-opencode_write output-error",
      "tool-opencode_edit output-error",
      "tool-opencode_read output-error",
      "tool-opencode_bash output-error",
      "tool-opencode_webfetch output-error",
      "tool-opencode_write output-error",
      "tool-opencode_write output-available",
      "tool-code output-available",
    ]);
    expect(existsSync(outside)).toBe(false);
  },
  120_000,
);

withOpenCode(
  "one that is stopped ends at once",
  async () => {
    const held = Promise.withResolvers<void>();
    const { job_id } = await generated([write("main.ts", CODE), () => ({ text: "So", until: held.promise })]);
    await vi.waitFor(() => expect(given).toHaveLength(2), { timeout: 50_000 });
    const began = performance.now();
    await stop(scene.agentId, job_id);
    expect(performance.now() - began).toBeLessThan(1_000);
    held.resolve();
    const view = await readConversation(scene.agentId, job_id);
    expect(view?.run?.status).toBe("stopped");
  },
  120_000,
);
